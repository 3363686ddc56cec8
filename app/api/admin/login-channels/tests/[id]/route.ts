import { handler, idParam } from "@/lib/endpoint/route";
import { channelTestResultDto } from "@/lib/features/login-channels/dto";
import { readTest } from "@/lib/features/login-channels/service/tests";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What an own test at another site came to",

  any: [P.CONFIG_SSO],
  params: idParam,
  response: channelTestResultDto,
  run: ({ actor, params }) => readTest(actor, params.id),
});
