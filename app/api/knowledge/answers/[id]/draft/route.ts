import { handler, idParam } from "@/lib/endpoint/route";
import { draftDto, proposedDraftDto } from "@/lib/features/knowledge/draft-dto";
import { newDraft } from "@/lib/features/knowledge/draft-schema";
import { fileAnswer, proposeDraft } from "@/lib/features/knowledge/service/drafts";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What an own answer of any conversation would be filed into a knowledge base as",
  any: [P.KB_CHAT, P.KB_MANAGE],
  params: idParam,
  response: proposedDraftDto,
  run: ({ actor, params, locale }) => proposeDraft(actor, params.id, locale),
});

export const POST = handler({
  summary: "File an own answer into a knowledge base: as a draft, or at once by whoever manages the base",
  audit: "knowledge.draft.file",
  any: [P.KB_CHAT, P.KB_MANAGE],
  params: idParam,
  body: newDraft,
  response: draftDto,
  run: ({ actor, params, body, locale }) => fileAnswer(actor, params.id, body, locale),
});
