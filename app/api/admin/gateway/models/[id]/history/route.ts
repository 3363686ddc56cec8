import { cursorPageOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { historyEventDto } from "@/lib/features/gateway/dto";
import { cursorQuery } from "@/lib/features/gateway/routing-schema";
import { readHistory } from "@/lib/features/gateway/service/channels";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What happened to a model's health",

  any: [P.GATEWAY],
  params: idParam,
  query: cursorQuery,
  response: cursorPageOf(historyEventDto),
  run: ({ actor, params, query }) => readHistory(actor, params.id, query),
});
