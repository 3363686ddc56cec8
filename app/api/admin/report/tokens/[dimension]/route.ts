import { handler } from "@/lib/endpoint/route";
import { tokensPageDto } from "@/lib/features/reports/dto";
import { dimensionParam, tokensQuery } from "@/lib/features/reports/schema";
import { listTokens } from "@/lib/features/reports/service/tokens";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What each app, model, user or department used",

  any: [P.REPORT_TOKENS],
  params: dimensionParam,
  query: tokensQuery,
  response: tokensPageDto,
  run: ({ actor, params, query, locale }) => listTokens(actor, params.dimension, query, locale),
});
