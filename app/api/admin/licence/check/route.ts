import { handler } from "@/lib/endpoint/route";
import { licenceCheckDto } from "@/lib/features/licence/dto";
import { licenceText } from "@/lib/features/licence/schema";
import { checkLicence } from "@/lib/features/licence/service";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "What a licence says, before it is installed",
  exempt: "a look at a text, nothing changes",

  any: [P.CONFIG_LICENSE],
  whenReadOnly: true,
  body: licenceText,
  response: licenceCheckDto,
  run: ({ actor, body }) => checkLicence(actor, body.text),
});
