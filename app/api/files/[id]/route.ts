import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { readableFile } from "@/lib/files/download";
import { serveFile } from "@/lib/files/serve";
import { deleteFile } from "@/lib/files/upload";

export const GET = handler({
  summary: "The bytes of an own or public file",
  answers: "file",

  signedIn: true,
  params: idParam,
  run: async ({ actor, params, request }) => serveFile(await readableFile(actor.id, params.id), request),
});

export const DELETE = handler({
  summary: "Put an own file in the trash",

  signedIn: true,
  audit: "file.delete",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteFile(actor, params.id),
});
