import { z } from "zod";
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
  run: async ({ actor, body }) => {
    await setLanguage(actor, body.language);
    return { language: body.language };
  },
});
