import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { departmentParam, policyBody } from "@/lib/features/records/schema";
import { dropPolicy, setPolicy } from "@/lib/features/records/service/policies";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  summary: "Set how long conversations are kept, and who may delete and read them",

  any: [P.ORG_DEPT],
  audit: "record.policy.change",
  params: departmentParam,
  body: policyBody,
  response: nothing,
  run: ({ actor, params, body }) => setPolicy(actor, params.departmentId, body),
});

export const DELETE = handler({
  summary: "Take the policy from above again",

  any: [P.ORG_DEPT],
  audit: "record.policy.remove",
  params: departmentParam,
  response: nothing,
  run: ({ actor, params }) => dropPolicy(actor, params.departmentId),
});
