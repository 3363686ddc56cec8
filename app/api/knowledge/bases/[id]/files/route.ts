import { z } from "zod";
import { pageOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { knowledgeFileDto, uploadedFilesDto } from "@/lib/features/knowledge/dto";
import { knowledgeFileQuery, segmentationInput } from "@/lib/features/knowledge/schema";
import { addFiles, listFiles } from "@/lib/features/knowledge/service/files";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List the files of a knowledge base",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  params: idParam,
  query: knowledgeFileQuery,
  response: pageOf(knowledgeFileDto),
  run: ({ actor, params, query }) => listFiles(actor, params.id, query),
});

/** Takes in up to ten files as multipart, or one by the id of a resumable upload. */
export const POST = handler({
  summary: "Upload files into a knowledge base",
  audit: "knowledge.file.upload",
  any: [P.KB_MANAGE],
  params: idParam,
  multipart: z.object({ files: z.array(z.file()), segmentation: segmentationInput.optional() }),
  resumable: true,
  response: uploadedFilesDto,
  run: ({ actor, params, request, locale }) => addFiles(actor, params.id, { request, locale }),
});
