import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { withdrawDraft } from "@/lib/features/knowledge/service/drafts";
import { P } from "@/lib/permissions/codes";

export const DELETE = handler({
  summary: "Take back an own draft nobody has decided about",
  audit: "knowledge.draft.withdraw",
  any: [P.KB_CHAT, P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => withdrawDraft(actor, params.id),
});
