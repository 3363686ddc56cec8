import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { transfer } from "@/lib/features/knowledge/schema";
import { transferBase } from "@/lib/features/knowledge/service/base-transfer";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Give a knowledge base to another person",
  audit: "knowledge.base.transfer",
  any: [P.KB_MANAGE],
  params: idParam,
  body: transfer,
  response: nothing,
  run: ({ actor, params, body }) => transferBase(actor, params.id, body),
});
