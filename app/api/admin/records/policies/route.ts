import { listPolicyRows } from "@/lib/features/records/service/policies";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT_RECORD, P.ORG_DEPT],
  run: ({ actor }) => listPolicyRows(actor),
});
