import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { importBase } from "@/lib/features/knowledge/service/base-import";
import { uploadForm } from "@/lib/files/upload-form";
import { P } from "@/lib/permissions/codes";

/** Takes in the archive as multipart, or by the id of a resumable upload. */
export const POST = handler({
  summary: "Make a new knowledge base of an exported one",
  audit: "knowledge.base.import",
  any: [P.KB_MANAGE],
  multipart: uploadForm,
  resumable: true,
  response: madeId,
  run: ({ actor, request }) => importBase(actor, request),
});
