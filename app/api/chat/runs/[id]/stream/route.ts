import { z } from "zod";
import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { followRun } from "@/lib/conversation/runs";
import { handler, idParam } from "@/lib/endpoint/route";

export const GET = handler({
  summary: "Follow an answer from a line on",
  answers: "ndjson",

  any: CONVERSATION_CODES,
  params: idParam,
  query: z.object({ after: z.coerce.number().int().min(0).max(10_000_000).default(0) }),
  run: ({ actor, params, query }) => followRun(actor, params.id, query.after),
});
