import { handler, idParam } from "@/lib/endpoint/route";
import { searchProbeDto } from "@/lib/features/tools/search-dto";
import { testSearchProvider } from "@/lib/features/tools/service/search-providers";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Test a search provider",
  any: [P.CONFIG_TOOLS],
  audit: "tool.provider.test",
  looks: "asks the service once",
  params: idParam,
  response: searchProbeDto,
  run: ({ actor, params, request }) => testSearchProvider(actor, params.id, request.signal),
});
