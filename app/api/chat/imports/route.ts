import { handler } from "@/lib/endpoint/route";
import { chatImportDto } from "@/lib/features/chat/import/dto";
import { beginImport, readImport } from "@/lib/features/chat/service/imports";
import { uploadForm } from "@/lib/files/upload-form";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "How far the import of chats from elsewhere is",
  any: [P.CHAT],
  response: chatImportDto,
  run: ({ actor }) => readImport(actor),
});

/** Takes in the export as multipart, or by the id of a resumable upload. */
export const POST = handler({
  summary: "Import chats exported from ChatGPT or Open WebUI",
  audit: "chat.import",
  any: [P.CHAT],
  multipart: uploadForm,
  resumable: true,
  response: chatImportDto,
  run: ({ actor, request }) => beginImport(actor, request),
});
