import { madeId, pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { baseDto } from "@/lib/features/knowledge/dto";
import { baseQuery, newBase } from "@/lib/features/knowledge/schema";
import { createBase, listBases } from "@/lib/features/knowledge/service/bases";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List knowledge bases",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  query: baseQuery,
  response: pageOf(baseDto),
  run: ({ actor, query }) => listBases(actor, query),
});

export const POST = handler({
  summary: "Create a knowledge base",
  audit: "knowledge.base.create",
  any: [P.KB_MANAGE],
  body: newBase,
  response: madeId,
  run: ({ actor, body }) => createBase(actor, body),
});
