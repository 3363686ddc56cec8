import { z } from "zod";
import { newSession } from "@/lib/features/chat/schema";
import { createSession, listSessions } from "@/lib/features/chat/service/sessions";
import { pageQuery } from "@/lib/http/paging";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT],
  query: pageQuery.extend({ archived: z.stringbool().optional() }),
  run: ({ actor, query }) => listSessions(actor, query),
});

export const POST = handler({
  any: [P.CHAT],
  body: newSession,
  run: ({ actor, body }) => createSession(actor, body.title),
});
