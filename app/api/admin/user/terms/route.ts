import { z } from "zod";
import { renewedCookie } from "@/lib/auth/cookie";
import { answerWith } from "@/lib/endpoint/envelope";
import { handler } from "@/lib/endpoint/route";
import { pendingDto } from "@/lib/features/auth/dto";
import { ownTermsDto } from "@/lib/features/terms/dto";
import { acceptTerms, ownTerms } from "@/lib/features/terms/service/acceptance";
import { LOCALES } from "@/lib/i18n/locales";

export const GET = handler({
  summary: "The terms of use that apply to the caller",

  signedIn: true,
  beforeReady: "terms",
  response: ownTermsDto.nullable(),
  run: ({ actor, locale }) => ownTerms(actor, locale),
});

export const POST = handler({
  summary: "Accept the terms of use",

  signedIn: true,
  beforeReady: "terms",
  whenReadOnly: true,
  audit: "terms.accept",
  // The language the text was shown in: that is what was agreed to.
  body: z.strictObject({ versionId: z.uuid(), language: z.enum(LOCALES) }),
  response: pendingDto,
  run: async ({ actor, body, request }) => {
    await acceptTerms(actor, body.versionId, body.language);
    const pending = actor.pending.filter((step) => step !== "terms");
    return answerWith({ pending }, { headers: { "set-cookie": await renewedCookie(actor, request.headers, pending) } });
  },
});
