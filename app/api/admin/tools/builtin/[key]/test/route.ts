import { handler } from "@/lib/endpoint/route";
import { toolRunDto } from "@/lib/features/tools/dto";
import { toolKeyParam } from "@/lib/features/tools/schema";
import { checkBuiltin } from "@/lib/features/tools/service/runs";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Check a built-in tool",

  any: [P.CONFIG_TOOLS],
  audit: "tool.check",
  looks: "tries a tool",
  params: toolKeyParam,
  response: toolRunDto,
  run: ({ actor, params, request }) => checkBuiltin(actor, params.key, request.signal),
});
