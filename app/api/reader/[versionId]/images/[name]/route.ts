import { FILE_POLICY } from "@/lib/config/security-headers";
import { handler } from "@/lib/endpoint/route";
import { imageParam } from "@/lib/features/reader/schema";
import { readPicture } from "@/lib/features/reader/service/read";

export const GET = handler({
  summary: "A picture of a document",
  answers: "file",

  signedIn: true,
  params: imageParam,
  run: async ({ actor, params }) => {
    const { bytes, type } = await readPicture(actor, params.versionId, params.name);
    return new Response(new Uint8Array(bytes), {
      headers: {
        "content-type": type,
        "content-disposition": "inline",
        "content-security-policy": FILE_POLICY,
        "cache-control": "private, max-age=60",
        vary: "authorization, cookie",
      },
    });
  },
});
