import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { openedRecallSetDto } from "@/lib/features/knowledge-operations/recall-dto";
import { recallSetPatch } from "@/lib/features/knowledge-operations/recall-schema";
import {
  changeRecallSet,
  deleteRecallSet,
  readRecallSet,
} from "@/lib/features/knowledge-operations/service/recall-sets";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A test set, with what is under way about it",
  any: [P.KB_MANAGE],
  params: idParam,
  response: openedRecallSetDto,
  run: ({ actor, params }) => readRecallSet(actor, params.id),
});

export const PATCH = handler({
  summary: "Rename a test set",
  audit: "knowledge.recall.change",
  any: [P.KB_MANAGE],
  params: idParam,
  body: recallSetPatch,
  response: nothing,
  run: ({ actor, params, body }) => changeRecallSet(actor, params.id, body.name),
});

export const DELETE = handler({
  summary: "Delete a test set with its questions and runs",
  audit: "knowledge.recall.delete",
  any: [P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteRecallSet(actor, params.id),
});
