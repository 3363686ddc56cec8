import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { baseDetailDto, baseDto } from "@/lib/features/knowledge/dto";
import { basePatch } from "@/lib/features/knowledge/schema";
import { deleteBase } from "@/lib/features/knowledge/service/base-trash";
import { changeBase, readBase } from "@/lib/features/knowledge/service/bases";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Read a knowledge base",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  params: idParam,
  response: baseDto,
  run: ({ actor, params }) => readBase(actor, params.id),
});

export const PATCH = handler({
  summary: "Change a knowledge base",
  audit: "knowledge.base.change",
  any: [P.KB_MANAGE],
  params: idParam,
  body: basePatch,
  response: baseDetailDto,
  run: ({ actor, params, body }) => changeBase(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Put a knowledge base in the trash",
  audit: "knowledge.base.delete",
  any: [P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params, confirmed }) => deleteBase(actor, params.id, confirmed),
});
