import { pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { draftDto } from "@/lib/features/knowledge/draft-dto";
import { ownDraftQuery } from "@/lib/features/knowledge/draft-schema";
import { listOwnDrafts } from "@/lib/features/knowledge/service/drafts";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Answers the caller filed into knowledge bases",
  any: [P.KB_CHAT, P.KB_MANAGE],
  query: ownDraftQuery,
  response: pageOf(draftDto),
  run: ({ actor, query }) => listOwnDrafts(actor, query),
});
