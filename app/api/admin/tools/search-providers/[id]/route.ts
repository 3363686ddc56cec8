import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { searchProviderPatch } from "@/lib/features/tools/search-schema";
import { changeSearchProvider, deleteSearchProvider } from "@/lib/features/tools/service/search-providers";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change a search provider",
  any: [P.CONFIG_TOOLS],
  audit: "tool.provider.change",
  params: idParam,
  body: searchProviderPatch,
  response: nothing,
  run: ({ actor, params, body }) => changeSearchProvider(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a search provider",
  any: [P.CONFIG_TOOLS],
  audit: "tool.provider.delete",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteSearchProvider(actor, params.id),
});
