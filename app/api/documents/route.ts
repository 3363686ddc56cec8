import { z } from "zod";
import { pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { documentDto } from "@/lib/features/documents/dto";
import { documentQuery } from "@/lib/features/documents/schema";
import { listDocuments } from "@/lib/features/documents/service/documents";
import { uploadDocument } from "@/lib/features/documents/service/upload";
import { uploadForm } from "@/lib/files/upload-form";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List own documents",

  any: [P.DOCUMENT],
  query: documentQuery,
  response: pageOf(documentDto),
  run: ({ actor, query }) => listDocuments(actor, query),
});

/** Takes one document in as multipart, or by the id of a resumable upload. */
export const POST = handler({
  summary: "Upload a document",

  any: [P.DOCUMENT],
  audit: "document.upload",
  multipart: uploadForm.extend({ folderId: z.uuid().optional() }),
  resumable: true,
  response: documentDto,
  run: ({ actor, request }) => uploadDocument(actor, request),
});
