import { chatSearch } from "@/lib/features/chat/organise-schema";
import { searchSessions } from "@/lib/features/chat/service/search";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT],
  query: chatSearch,
  run: ({ actor, query }) => searchSessions(actor, query.keyword),
});
