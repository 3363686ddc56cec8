import { z } from "zod";
import { ownLanguageCookie } from "@/lib/auth/language-cookie";
import { answerWith } from "@/lib/endpoint/envelope";
import { handler } from "@/lib/endpoint/route";
import { setLanguage } from "@/lib/features/auth/service/account";
import { LOCALES } from "@/lib/i18n/locales";

export const POST = handler({
  summary: "Choose the caller's language",
  exempt: "a preference of the person's own",

  signedIn: true,
  beforeReady: "always",
  whenReadOnly: true,
  body: z.strictObject({ language: z.enum(LOCALES) }),
  response: z.strictObject({ language: z.enum(LOCALES) }),
  run: async ({ actor, body: { language }, request }) => {
    await setLanguage(actor, language);
    return answerWith({ language }, { headers: { "set-cookie": await ownLanguageCookie(language, request.headers) } });
  },
});
