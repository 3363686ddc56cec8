import { z } from "zod";
import { handler, idParam } from "@/lib/endpoint/route";
import { knowledgeFilesDto, uploadedFilesDto } from "@/lib/features/knowledge/dto";
import { knowledgeFileQuery, uploadFields } from "@/lib/features/knowledge/schema";
import { listFiles } from "@/lib/features/knowledge/service/files";
import { addFiles } from "@/lib/features/knowledge/service/upload";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List the files of a knowledge base",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  params: idParam,
  query: knowledgeFileQuery,
  response: knowledgeFilesDto,
  run: ({ actor, params, query }) => listFiles(actor, params.id, query),
});

/** Takes in up to ten files as multipart, or one by the id of a resumable upload. */
export const POST = handler({
  summary: "Upload files into a knowledge base",
  audit: "knowledge.file.upload",
  any: [P.KB_MANAGE],
  params: idParam,
  multipart: uploadFields.extend({ files: z.array(z.file()) }),
  resumable: true,
  response: uploadedFilesDto,
  run: ({ actor, params, request, locale }) => addFiles(actor, params.id, { request, locale }),
});
