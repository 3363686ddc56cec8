import { TOOL_ARGUMENTS_MAX } from "@/lib/config/tool-kinds";
import { handler } from "@/lib/endpoint/route";
import { toolRunDto } from "@/lib/features/tools/dto";
import { toolRun } from "@/lib/features/tools/schema";
import { tryTool } from "@/lib/features/tools/service/runs";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Run a tool once",

  any: [P.CONFIG_TOOLS],
  audit: "tool.try",
  looks: "tries a tool",
  body: toolRun,
  maxBody: TOOL_ARGUMENTS_MAX,
  response: toolRunDto,
  run: ({ actor, body, request }) => tryTool(actor, body, request.signal),
});
