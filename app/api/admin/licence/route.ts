import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { licenceDto } from "@/lib/features/licence/dto";
import { licenceText } from "@/lib/features/licence/schema";
import { installLicence, readLicence } from "@/lib/features/licence/service";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The licence, its seats and its history",
  any: [P.CONFIG_LICENSE],
  response: licenceDto,
  run: ({ actor }) => readLicence(actor),
});

export const POST = handler({
  summary: "Install a licence",

  any: [P.CONFIG_LICENSE],
  whenReadOnly: true,
  audit: "licence.install",
  body: licenceText,
  response: madeId,
  run: ({ actor, body }) => installLicence(actor, body.text),
});
