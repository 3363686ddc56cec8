import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { builtinPatch, toolKeyParam } from "@/lib/features/tools/schema";
import { changeBuiltin } from "@/lib/features/tools/service/tools";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change a built-in tool",

  any: [P.CONFIG_TOOLS],
  audit: "tool.change",
  params: toolKeyParam,
  body: builtinPatch,
  response: nothing,
  run: ({ actor, params, body, confirmed }) => changeBuiltin(actor, params.key, body, confirmed),
});
