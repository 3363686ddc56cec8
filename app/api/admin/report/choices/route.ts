import { handler } from "@/lib/endpoint/route";
import { choicesQuery } from "@/lib/features/reports/schema";
import { listChoices } from "@/lib/features/reports/service/choices";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What reports may be narrowed to",

  any: [P.REPORT_TOKENS],
  query: choicesQuery,
  run: ({ actor, query, locale }) => listChoices(actor, query, locale),
});
