import { handler, idParam } from "@/lib/endpoint/route";
import { knowledgeFileDto } from "@/lib/features/knowledge/dto";
import { rereadingDto } from "@/lib/features/knowledge/reading-dto";
import { rereadingDecision } from "@/lib/features/knowledge/schema";
import { readFile } from "@/lib/features/knowledge/service/files";
import { decideRereading, readRereading } from "@/lib/features/knowledge/service/rereading";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Another reading of a file of a knowledge base that stands aside",
  any: [P.KB_MANAGE],
  params: idParam,
  response: rereadingDto,
  run: ({ actor, params }) => readRereading(actor, params.id),
});

export const POST = handler({
  summary: "Take over or drop another reading of a file of a knowledge base",
  audit: "knowledge.file.reread.decide",
  any: [P.KB_MANAGE],
  params: idParam,
  body: rereadingDecision,
  response: knowledgeFileDto,
  run: async ({ actor, params, body }) => {
    await decideRereading(actor, params.id, body.isTaken);
    return readFile(actor, params.id);
  },
});
