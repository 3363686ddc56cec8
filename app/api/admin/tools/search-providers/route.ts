import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { searchProviderListDto } from "@/lib/features/tools/search-dto";
import { newSearchProvider } from "@/lib/features/tools/search-schema";
import { createSearchProvider, listSearchProviders } from "@/lib/features/tools/service/search-providers";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Search providers in their order",
  any: [P.CONFIG_TOOLS],
  response: searchProviderListDto,
  run: ({ actor }) => listSearchProviders(actor),
});

export const POST = handler({
  summary: "Add a search provider",
  any: [P.CONFIG_TOOLS],
  audit: "tool.provider.create",
  body: newSearchProvider,
  response: madeId,
  run: ({ actor, body }) => createSearchProvider(actor, body),
});
