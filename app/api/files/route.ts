import { handler } from "@/lib/endpoint/route";
import { uploadedFileDto } from "@/lib/files/dto";
import { uploadFile } from "@/lib/files/upload";
import { uploadForm } from "@/lib/files/upload-form";
import { identifier } from "@/lib/text/line";

/** Takes one file in as multipart: `file`, `filename`, optional `purpose` (spec 10); or by the id of a resumable upload. */
export const POST = handler({
  summary: "Upload a file",

  signedIn: true,
  audit: "file.upload",
  multipart: uploadForm.extend({ purpose: identifier(32).optional() }),
  resumable: true,
  response: uploadedFileDto,
  run: ({ actor, request }) => uploadFile(actor, request),
});
