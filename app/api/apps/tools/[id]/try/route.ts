import { TOOL_ARGUMENTS_MAX } from "@/lib/config/tool-kinds";
import { handler, idParam } from "@/lib/endpoint/route";
import { ownTryDto } from "@/lib/features/tools/own-dto";
import { ownToolTry } from "@/lib/features/tools/own-schema";
import { tryOwnTool } from "@/lib/features/tools/service/own";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Run an own tool once, with what went over the wire",
  any: [P.APPS_WORKBENCH],
  audit: "tool.own.try",
  params: idParam,
  body: ownToolTry,
  maxBody: TOOL_ARGUMENTS_MAX,
  response: ownTryDto,
  run: ({ actor, params, body, request }) => tryOwnTool(actor, params.id, body, request.signal),
});
