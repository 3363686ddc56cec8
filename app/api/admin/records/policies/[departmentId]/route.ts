import { departmentParam, policyBody } from "@/lib/features/records/schema";
import { dropPolicy, setPolicy } from "@/lib/features/records/service/policies";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  any: [P.ORG_DEPT],
  audit: "record.policy.change",
  params: departmentParam,
  body: policyBody,
  run: ({ actor, params, body }) => setPolicy(actor, params.departmentId, body),
});

export const DELETE = handler({
  any: [P.ORG_DEPT],
  audit: "record.policy.remove",
  params: departmentParam,
  run: ({ actor, params }) => dropPolicy(actor, params.departmentId),
});
