import { handler } from "@/lib/endpoint/route";
import { mcpProbeResultDto } from "@/lib/features/tools/dto";
import { mcpProbe } from "@/lib/features/tools/schema";
import { probeServer } from "@/lib/features/tools/service/asking";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Shake hands with an MCP server before it is saved",

  any: [P.CONFIG_TOOLS],
  audit: "tool.server.probe",
  looks: "tries an address",
  body: mcpProbe,
  response: mcpProbeResultDto,
  run: ({ actor, body }) => probeServer(actor, body),
});
