import { handler } from "@/lib/endpoint/route";
import { findingsDto } from "@/lib/features/knowledge-operations/findings-dto";
import { findingsQuery } from "@/lib/features/knowledge-operations/findings-schema";
import { listFindings } from "@/lib/features/knowledge-operations/service/findings";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Answers of a knowledge base, or of all of the center, that are worth keeping or went wrong",
  any: [P.KB_MANAGE, P.KB_CENTER],
  query: findingsQuery,
  response: findingsDto,
  run: ({ actor, query }) => listFindings(actor, query),
});
