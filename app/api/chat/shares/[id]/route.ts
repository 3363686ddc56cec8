import { readShare, revokeShare } from "@/lib/features/chat/service/shares";
import { sharedQuery } from "@/lib/features/chat/share-schema";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT],
  params: idParam,
  query: sharedQuery,
  run: ({ actor, params, query }) => readShare(actor, params.id, query.after),
});

export const DELETE = handler({
  any: [P.CHAT],
  params: idParam,
  audit: "chat.share.revoke",
  run: ({ actor, params }) => revokeShare(actor, params.id),
});
