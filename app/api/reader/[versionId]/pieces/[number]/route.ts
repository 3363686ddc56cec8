import { answerWith } from "@/lib/endpoint/envelope";
import { handler } from "@/lib/endpoint/route";
import { pieceParam } from "@/lib/features/reader/schema";
import { readTextPiece } from "@/lib/features/reader/service/read";
import { pieceDto } from "@/lib/parsing/dto";

export const GET = handler({
  summary: "A stretch of a version's text with its blocks",

  signedIn: true,
  params: pieceParam,
  response: pieceDto,
  run: async ({ actor, params }) =>
    answerWith(await readTextPiece(actor, params.versionId, params.number), {
      // Kept by the browser while the reader is open: a version never changes, but the right to read it may.
      headers: { "cache-control": "private, max-age=60", vary: "authorization, cookie" },
    }),
});
