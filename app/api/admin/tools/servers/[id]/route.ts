import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { mcpServerPatch } from "@/lib/features/tools/schema";
import { changeServer, deleteServer } from "@/lib/features/tools/service/servers";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change an MCP server",

  any: [P.CONFIG_TOOLS],
  audit: "tool.server.change",
  params: idParam,
  body: mcpServerPatch,
  response: nothing,
  run: ({ actor, params, body, confirmed }) => changeServer(actor, params.id, body, { confirmed }),
});

export const DELETE = handler({
  summary: "Delete an MCP server with its tools",

  any: [P.CONFIG_TOOLS],
  audit: "tool.server.delete",
  params: idParam,
  response: nothing,
  run: ({ actor, params, confirmed }) => deleteServer(actor, params.id, { confirmed }),
});
