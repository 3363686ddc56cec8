import { handler, idParam } from "@/lib/endpoint/route";
import { modelQuery } from "@/lib/features/chat/schema";
import { readContext } from "@/lib/features/chat/service/settings";
import { P } from "@/lib/permissions/codes";
import { contextDataDto } from "@/lib/stream/part-dto";

export const GET = handler({
  summary: "What the next question takes along",

  any: [P.CHAT],
  params: idParam,
  query: modelQuery,
  response: contextDataDto,
  run: ({ actor, params, query }) => readContext(actor, params.id, query.modelId),
});
