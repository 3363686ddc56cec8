import { createShare, listShares } from "@/lib/features/chat/service/shares";
import { newShare } from "@/lib/features/chat/share-schema";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT],
  params: idParam,
  run: ({ actor, params }) => listShares(actor, params.id),
});

export const POST = handler({
  any: [P.CHAT],
  params: idParam,
  body: newShare,
  audit: "chat.share.create",
  run: ({ actor, params, body }) => createShare(actor, params.id, body),
});
