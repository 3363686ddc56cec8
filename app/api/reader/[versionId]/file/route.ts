import { handler } from "@/lib/endpoint/route";
import { versionParam } from "@/lib/features/reader/schema";
import { readableVersion } from "@/lib/features/reader/service/read";
import { serveFile } from "@/lib/files/serve";

export const GET = handler({
  summary: "The bytes of a file version, whole or a range of them",
  answers: "file",

  signedIn: true,
  params: versionParam,
  run: async ({ actor, params, request }) => serveFile(await readableVersion(actor, params.versionId), request),
});
