import { channelRefDto } from "@/lib/auth/channels/dto";
import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { readBindingChannels } from "@/lib/features/organisation/service/bindings";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Login channels a person can be linked at",
  any: [P.ORG_USER],
  response: listOf(channelRefDto),
  run: ({ actor }) => readBindingChannels(actor),
});
