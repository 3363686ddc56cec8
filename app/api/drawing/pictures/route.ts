import { idempotencyHeader } from "@/lib/conversation/schema";
import { pageOf } from "@/lib/endpoint/answers";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler } from "@/lib/endpoint/route";
import { begunDto, pictureDto } from "@/lib/features/drawing/dto";
import { newDrawing, pictureQuery } from "@/lib/features/drawing/schema";
import { beginDrawing } from "@/lib/features/drawing/service/drawings";
import { listPictures } from "@/lib/features/drawing/service/pictures";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List own pictures",

  any: [P.PAINTING],
  query: pictureQuery,
  response: pageOf(pictureDto),
  run: ({ actor, query }) => listPictures(actor, query),
});

/** The header `Idempotency-Key` makes a repeated call begin it once. */
export const POST = handler({
  summary: "Begin to draw pictures, or to change one",

  any: [P.PAINTING],
  audit: "drawing.create",
  body: newDrawing,
  response: begunDto,
  run: ({ actor, body, request }) => beginDrawing(actor, body, idempotencyKeyOf(request, idempotencyHeader)),
});
