import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { peopleToolsPatch } from "@/lib/features/tools/own-schema";
import { blockPeopleTools } from "@/lib/features/tools/service/people";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Stop tools that somebody made, or let them go on",
  any: [P.CONFIG_TOOLS],
  audit: "tool.own.block",
  params: idParam,
  body: peopleToolsPatch,
  response: nothing,
  run: ({ actor, params, body }) => blockPeopleTools(actor, params.id, body),
});
