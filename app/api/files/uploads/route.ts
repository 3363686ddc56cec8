import { handler } from "@/lib/endpoint/route";
import { beginUpload } from "@/lib/files/resumable";

/** Begins a resumable upload (tus 1.0). What it is for says who may: the service asks. */
export const POST = handler({
  summary: "Begin a resumable upload (tus 1.0)",
  answers: "headers",

  signedIn: true,
  audit: "file.upload",
  run: ({ actor, request }) => beginUpload(actor, request),
});
