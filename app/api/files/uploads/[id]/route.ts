import { handler, idParam } from "@/lib/endpoint/route";
import { uploadStateDto } from "@/lib/files/dto";
import { continueUpload, endUpload, readUploadState } from "@/lib/files/resumable";

/** How far an upload is. The framework answers HEAD, which the protocol asks with, by this too. */
export const GET = handler({
  summary: "How far an upload is (also HEAD)",

  signedIn: true,
  params: idParam,
  response: uploadStateDto,
  run: ({ actor, params, request }) => readUploadState(actor, request, params.id),
});

export const PATCH = handler({
  summary: "Send the next piece of an upload",
  answers: "headers",
  exempt: "progress is exempt; what begins and what finishes an upload is logged",

  signedIn: true,
  params: idParam,
  run: ({ actor, params, request }) => continueUpload(actor, request, params.id),
});

export const DELETE = handler({
  summary: "Give an upload up",
  answers: "headers",
  exempt: "gives the caller's own unfinished upload up: no file was made of it",

  signedIn: true,
  params: idParam,
  run: ({ actor, params, request }) => endUpload(actor, request, params.id),
});
