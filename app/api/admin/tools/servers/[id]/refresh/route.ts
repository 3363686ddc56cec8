import { handler, idParam } from "@/lib/endpoint/route";
import { mcpRefreshResultDto } from "@/lib/features/tools/dto";
import { refreshServer } from "@/lib/features/tools/service/servers";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Compare an MCP server's tools with what was approved",

  any: [P.CONFIG_TOOLS],
  audit: "tool.server.refresh",
  params: idParam,
  response: mcpRefreshResultDto,
  run: ({ actor, params }) => refreshServer(actor, params.id),
});
