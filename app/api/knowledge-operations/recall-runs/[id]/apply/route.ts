import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { runSide } from "@/lib/features/knowledge-operations/recall-schema";
import { applyRun } from "@/lib/features/knowledge-operations/service/parameter-backups";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Give a knowledge base the settings of a run; its former ones are backed up",
  audit: "knowledge.base.retrieval",
  any: [P.KB_MANAGE],
  params: idParam,
  body: runSide,
  response: nothing,
  run: ({ actor, params, body }) => applyRun(actor, params.id, body.side),
});
