import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { openedRecallItemDto } from "@/lib/features/knowledge-operations/recall-dto";
import { recallItemInput } from "@/lib/features/knowledge-operations/recall-schema";
import {
  changeRecallItem,
  deleteRecallItem,
  readRecallItem,
} from "@/lib/features/knowledge-operations/service/recall-items";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A question of a test set, with what was found for it when it was asked",
  any: [P.KB_MANAGE],
  params: idParam,
  response: openedRecallItemDto,
  run: ({ actor, params }) => readRecallItem(actor, params.id),
});

export const PUT = handler({
  summary: "Change a question of a test set; a proposed one is approved by it",
  exempt: "a question of a test; the set's own changes are told",
  any: [P.KB_MANAGE],
  params: idParam,
  body: recallItemInput,
  response: nothing,
  run: ({ actor, params, body }) => changeRecallItem(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a question of a test set",
  exempt: "a question of a test; the set's own changes are told",
  any: [P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteRecallItem(actor, params.id),
});
