import { handler, idParam } from "@/lib/endpoint/route";
import { modelQuery } from "@/lib/features/chat/schema";
import { readContext } from "@/lib/features/chat/service/settings";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What the next question takes along",

  any: [P.CHAT],
  params: idParam,
  query: modelQuery,
  run: ({ actor, params, query }) => readContext(actor, params.id, query.modelId),
});
