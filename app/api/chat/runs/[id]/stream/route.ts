import { z } from "zod";
import { followRun } from "@/lib/features/chat/service/runs";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT, P.DOCUMENT],
  params: idParam,
  query: z.object({ after: z.coerce.number().int().min(0).max(10_000_000).default(0) }),
  run: ({ actor, params, query }) => followRun(actor, params.id, query.after),
});
