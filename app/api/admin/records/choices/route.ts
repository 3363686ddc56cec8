import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { recordChoiceDto } from "@/lib/features/records/dto";
import { choicesQuery } from "@/lib/features/records/schema";
import { listChoices } from "@/lib/features/records/service/records";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People, models and departments for the filters",

  any: [P.CHAT_RECORD, P.SEARCH_RECORD],
  query: choicesQuery,
  response: listOf(recordChoiceDto),
  run: ({ actor, query }) => listChoices(actor, query),
});
