import { pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { routedModelDto } from "@/lib/features/gateway/dto";
import { modelQuery } from "@/lib/features/gateway/routing-schema";
import { listRoutedModels } from "@/lib/features/gateway/service/channels";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List models with their ways",

  any: [P.GATEWAY],
  query: modelQuery,
  response: pageOf(routedModelDto),
  run: ({ actor, query }) => listRoutedModels(actor, query),
});
