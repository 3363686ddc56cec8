import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { knowledgeFileDto, knowledgeFileVersionDto } from "@/lib/features/knowledge/dto";
import { listVersions, replaceFile } from "@/lib/features/knowledge/service/versions";
import { uploadForm } from "@/lib/files/upload-form";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Versions of a file of a knowledge base",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  params: idParam,
  response: listOf(knowledgeFileVersionDto),
  run: ({ actor, params }) => listVersions(actor, params.id),
});

/** Takes a newer version in as multipart, or by the id of a resumable upload; the earlier one answers until it is ready. */
export const POST = handler({
  summary: "Replace a file of a knowledge base by a newer version",
  audit: "knowledge.file.replace",
  any: [P.KB_MANAGE],
  params: idParam,
  multipart: uploadForm,
  resumable: true,
  response: knowledgeFileDto,
  run: ({ actor, params, request }) => replaceFile(actor, params.id, request),
});
