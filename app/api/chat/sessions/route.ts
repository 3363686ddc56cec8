import { chatQuery } from "@/lib/features/chat/organise-schema";
import { newSession } from "@/lib/features/chat/schema";
import { createSession, listSessions } from "@/lib/features/chat/service/sessions";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT],
  query: chatQuery,
  run: ({ actor, query }) => listSessions(actor, query),
});

export const POST = handler({
  any: [P.CHAT],
  body: newSession,
  run: ({ actor, body }) => createSession(actor, body),
});
