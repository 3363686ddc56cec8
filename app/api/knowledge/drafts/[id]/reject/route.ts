import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { draftRejection } from "@/lib/features/knowledge/draft-schema";
import { rejectDraft } from "@/lib/features/knowledge/service/drafts";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Leave a draft out of its knowledge base, with the reason",
  audit: "knowledge.draft.reject",
  any: [P.KB_MANAGE],
  params: idParam,
  body: draftRejection,
  response: nothing,
  run: ({ actor, params, body }) => rejectDraft(actor, params.id, body.reason),
});
