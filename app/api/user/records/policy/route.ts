import { handler } from "@/lib/endpoint/route";
import { recordPolicyDto } from "@/lib/features/records/dto";
import { readOwnPolicy } from "@/lib/features/records/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What holds for own conversations",

  any: [P.USER],
  response: recordPolicyDto,
  run: ({ actor }) => readOwnPolicy(actor),
});
