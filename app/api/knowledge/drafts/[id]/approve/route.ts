import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { approveDraft } from "@/lib/features/knowledge/service/drafts";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Make a draft a file of its knowledge base",
  audit: "knowledge.draft.approve",
  any: [P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params, locale }) => approveDraft(actor, params.id, locale),
});
