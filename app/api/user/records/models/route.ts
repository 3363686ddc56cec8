import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { recordChoiceDto } from "@/lib/features/records/dto";
import { modelsQuery } from "@/lib/features/records/schema";
import { listOwnChoices } from "@/lib/features/records/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Models that answered the person",

  any: [P.USER],
  query: modelsQuery,
  response: listOf(recordChoiceDto),
  run: ({ actor, query }) => listOwnChoices(actor, query),
});
