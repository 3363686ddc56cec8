import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { newMcpServer } from "@/lib/features/tools/schema";
import { createServer } from "@/lib/features/tools/service/servers";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Add an MCP server",

  any: [P.CONFIG_TOOLS],
  audit: "tool.server.create",
  body: newMcpServer,
  response: madeId,
  run: ({ actor, body }) => createServer(actor, body),
});
