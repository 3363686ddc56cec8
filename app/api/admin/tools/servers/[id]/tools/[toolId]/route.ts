import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { mcpToolParams, mcpToolPatch } from "@/lib/features/tools/schema";
import { changeServerTool } from "@/lib/features/tools/service/servers";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Switch or approve a tool of an MCP server",

  any: [P.CONFIG_TOOLS],
  audit: "tool.server.tool",
  params: mcpToolParams,
  body: mcpToolPatch,
  response: nothing,
  run: ({ actor, params, body }) => changeServerTool(actor, params, body),
});
