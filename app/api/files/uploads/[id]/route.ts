import { continueUpload, endUpload, readUploadState } from "@/lib/files/resumable";
import { handler, idParam } from "@/lib/http/route";

/** How far an upload is. The framework answers HEAD, which the protocol asks with, by this too. */
export const GET = handler({
  signedIn: true,
  params: idParam,
  run: ({ actor, params, request }) => readUploadState(actor, request, params.id),
});

export const PATCH = handler({
  signedIn: true,
  params: idParam,
  run: ({ actor, params, request }) => continueUpload(actor, request, params.id),
});

export const DELETE = handler({
  signedIn: true,
  params: idParam,
  run: ({ actor, params, request }) => endUpload(actor, request, params.id),
});
