import { pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { listUsedFiles } from "@/lib/features/knowledge-operations/service/usage-files";
import { usedFileDto } from "@/lib/features/knowledge-operations/usage-dto";
import { filesQuery } from "@/lib/features/knowledge-operations/usage-schema";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Files of a knowledge base, or of all of the center, with what answers made of them",
  any: [P.KB_MANAGE, P.KB_CENTER],
  query: filesQuery,
  response: pageOf(usedFileDto),
  run: ({ actor, query }) => listUsedFiles(actor, query),
});
