import { handler, idParam } from "@/lib/endpoint/route";
import { fileBatchDto } from "@/lib/features/knowledge/dto";
import { fileBatch } from "@/lib/features/knowledge/schema";
import { runBatch } from "@/lib/features/knowledge/service/file-batch";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Do one thing with many files of a knowledge base",
  exempt: "every file's change is recorded by itself",
  any: [P.KB_MANAGE],
  params: idParam,
  body: fileBatch,
  response: fileBatchDto,
  run: ({ actor, params, body, locale }) => runBatch(actor, params.id, body, locale),
});
