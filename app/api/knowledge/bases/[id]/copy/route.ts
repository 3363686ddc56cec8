import { madeId } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { baseCopy } from "@/lib/features/knowledge/schema";
import { copyBase } from "@/lib/features/knowledge/service/base-copy";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Copy a knowledge base, with or without its files",
  audit: "knowledge.base.copy",
  any: [P.KB_MANAGE],
  params: idParam,
  body: baseCopy,
  response: madeId,
  run: ({ actor, params, body }) => copyBase(actor, params.id, body),
});
