import { envelope } from "@/lib/endpoint/envelope";
import { handler } from "@/lib/endpoint/route";
import { pieceParam } from "@/lib/features/reader/schema";
import { readTextPiece } from "@/lib/features/reader/service/read";

export const GET = handler({
  summary: "A stretch of a version's text with its blocks",

  signedIn: true,
  params: pieceParam,
  run: async ({ actor, params }) =>
    envelope(200, await readTextPiece(actor, params.versionId, params.number), "", {
      // Kept by the browser while the reader is open: a version never changes, but the right to read it may.
      "cache-control": "private, max-age=60",
      vary: "authorization, cookie",
    }),
});
