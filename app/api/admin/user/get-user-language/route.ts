import { z } from "zod";
import { handler } from "@/lib/endpoint/route";
import { AppError } from "@/lib/errors/errors";
import { LOCALES } from "@/lib/i18n/locales";
import { identifier } from "@/lib/text/line";

export const GET = handler({
  summary: "The caller's language",

  signedIn: true,
  beforeReady: "always",
  query: z.object({ userId: identifier(64).optional() }),
  // The specification's userId may only be the caller's own (SECURITY AC-10).
  response: z.strictObject({ language: z.enum(LOCALES).nullable() }),
  run: ({ actor, query }) => {
    if (query.userId && query.userId !== actor.id) throw new AppError("notFound");
    return { language: actor.language };
  },
});
