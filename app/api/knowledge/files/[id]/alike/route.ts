import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { alikeFilesDto } from "@/lib/features/knowledge/alike-dto";
import { alikeDecision } from "@/lib/features/knowledge/schema";
import { alikeFiles, decideAlike } from "@/lib/features/knowledge/service/alike";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List the files a file of a knowledge base is nearly the same as",
  any: [P.KB_MANAGE],
  params: idParam,
  response: alikeFilesDto,
  run: ({ actor, params }) => alikeFiles(actor, params.id),
});

export const POST = handler({
  summary: "Keep both of two files that are nearly the same, or replace the older one",
  audit: "knowledge.file.alike",
  any: [P.KB_MANAGE],
  params: idParam,
  body: alikeDecision,
  response: nothing,
  run: async ({ actor, params, body }) => {
    await decideAlike(actor, params.id, body);
    return null;
  },
});
