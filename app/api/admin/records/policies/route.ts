import { handler } from "@/lib/endpoint/route";
import { policiesDto } from "@/lib/features/records/dto";
import { listPolicyRows } from "@/lib/features/records/service/policies";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Every department with the privacy policy that holds for it",

  any: [P.CHAT_RECORD, P.ORG_DEPT],
  response: policiesDto,
  run: ({ actor }) => listPolicyRows(actor),
});
