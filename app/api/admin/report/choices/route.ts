import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { choiceDto } from "@/lib/features/reports/dto";
import { choicesQuery } from "@/lib/features/reports/schema";
import { listChoices } from "@/lib/features/reports/service/choices";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What reports may be narrowed to",

  any: [P.REPORT_TOKENS],
  query: choicesQuery,
  response: listOf(choiceDto),
  run: ({ actor, query, locale }) => listChoices(actor, query, locale),
});
