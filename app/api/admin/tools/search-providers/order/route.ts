import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { searchProviderOrder } from "@/lib/features/tools/search-schema";
import { orderSearchProviders } from "@/lib/features/tools/service/search-providers";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  summary: "Order the search providers",
  any: [P.CONFIG_TOOLS],
  audit: "tool.provider.order",
  body: searchProviderOrder,
  response: nothing,
  run: ({ actor, body }) => orderSearchProviders(actor, body.ids),
});
