import { readBindingChannels } from "@/lib/features/organisation/service/bindings";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Login channels a person can be linked at",
  any: [P.ORG_USER],
  run: ({ actor }) => readBindingChannels(actor),
});
