import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { mailTest } from "@/lib/features/configuration/schema";
import { testMail } from "@/lib/features/configuration/service/mail-test";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Send a test letter by the mail settings of the form",

  any: [P.CONFIG_BASIC],
  body: mailTest,
  audit: "config.mailTest",
  response: nothing,
  run: ({ actor, body, locale }) => testMail(actor, body, locale),
});
