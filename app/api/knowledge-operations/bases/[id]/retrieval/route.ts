import { handler, idParam } from "@/lib/endpoint/route";
import { retrievalDto } from "@/lib/features/knowledge/retrieval-dto";
import { backedUpChange } from "@/lib/features/knowledge-operations/recall-schema";
import { changeBackedUp } from "@/lib/features/knowledge-operations/service/parameter-backups";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  summary: "Change how a knowledge base is searched, with its former parameters backed up",
  audit: "knowledge.base.retrieval",
  any: [P.KB_MANAGE],
  params: idParam,
  body: backedUpChange,
  response: retrievalDto,
  run: ({ actor, params, body }) => changeBackedUp(actor, params.id, body),
});
