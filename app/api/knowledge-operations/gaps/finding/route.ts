import { z } from "zod";
import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { gapFind } from "@/lib/features/knowledge-operations/gap-schema";
import { beginFinding, stopFinding } from "@/lib/features/knowledge-operations/service/gap-finding";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Group questions that were answered badly into gaps",
  audit: "gap.find",
  any: [P.KB_MANAGE, P.KB_CENTER],
  body: gapFind,
  response: z.strictObject({ count: z.int() }),
  run: ({ actor, body }) => beginFinding(actor, body),
});

export const DELETE = handler({
  summary: "Stop grouping questions into gaps",
  exempt: "what was grouped stays, and the next run goes on",
  any: [P.KB_MANAGE, P.KB_CENTER],
  query: gapFind,
  response: nothing,
  run: ({ actor, query }) => stopFinding(actor, query),
});
