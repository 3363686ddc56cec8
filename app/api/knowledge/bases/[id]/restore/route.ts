import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { restoreBase } from "@/lib/features/knowledge/service/base-trash";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Take a knowledge base back from the trash",
  audit: "knowledge.base.restore",
  any: [P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => restoreBase(actor, params.id),
});
