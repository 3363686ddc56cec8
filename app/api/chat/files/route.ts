import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { chatFileDto } from "@/lib/features/chat/dto";
import { chatFilesQuery } from "@/lib/features/chat/schema";
import { listChatFiles, uploadChatFile } from "@/lib/features/chat/service/file-uploads";
import { uploadForm } from "@/lib/files/upload-form";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "States of files for a question",

  any: [P.CHAT],
  query: chatFilesQuery,
  response: listOf(chatFileDto),
  run: ({ actor, query }) => listChatFiles(actor, query.ids),
});

/** Takes one file of a question in as multipart, or by the id of a resumable upload. */
export const POST = handler({
  summary: "Upload a file for a question",

  any: [P.CHAT],
  audit: "file.upload",
  multipart: uploadForm,
  resumable: true,
  response: chatFileDto,
  run: ({ actor, request }) => uploadChatFile(actor, request),
});
