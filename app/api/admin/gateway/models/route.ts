import { handler } from "@/lib/endpoint/route";
import { modelQuery } from "@/lib/features/gateway/routing-schema";
import { listRoutedModels } from "@/lib/features/gateway/service/channels";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List models with their ways",

  any: [P.GATEWAY],
  query: modelQuery,
  run: ({ actor, query }) => listRoutedModels(actor, query),
});
