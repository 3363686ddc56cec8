import { chatBulk } from "@/lib/features/chat/organise-schema";
import { changeSessions } from "@/lib/features/chat/service/bulk";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.CHAT],
  body: chatBulk,
  run: ({ actor, body }) => changeSessions(actor, body),
});
