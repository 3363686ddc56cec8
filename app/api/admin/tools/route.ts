import { handler } from "@/lib/endpoint/route";
import { toolListDto } from "@/lib/features/tools/dto";
import { listTools } from "@/lib/features/tools/service/tools";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List built-in tools and MCP servers with their tools",
  any: [P.CONFIG_TOOLS],
  response: toolListDto,
  run: ({ actor }) => listTools(actor),
});
