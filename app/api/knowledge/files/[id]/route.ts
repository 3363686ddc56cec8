import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { knowledgeFileDetailDto, knowledgeFileDto } from "@/lib/features/knowledge/dto";
import { knowledgeFilePatch } from "@/lib/features/knowledge/schema";
import { changeFile } from "@/lib/features/knowledge/service/file-details";
import { deleteFile, readFile } from "@/lib/features/knowledge/service/files";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Read a file of a knowledge base",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  params: idParam,
  response: knowledgeFileDto,
  run: ({ actor, params }) => readFile(actor, params.id),
});

export const PATCH = handler({
  summary: "Change what is said of a file of a knowledge base",
  audit: "knowledge.file.change",
  any: [P.KB_MANAGE],
  params: idParam,
  body: knowledgeFilePatch,
  response: knowledgeFileDetailDto,
  run: ({ actor, params, body }) => changeFile(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Take a file out of a knowledge base",
  audit: "knowledge.file.delete",
  any: [P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteFile(actor, params.id),
});
