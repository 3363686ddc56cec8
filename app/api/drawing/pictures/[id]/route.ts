import { handler, idParam } from "@/lib/endpoint/route";
import { pictureDto } from "@/lib/features/drawing/dto";
import { picturePatch } from "@/lib/features/drawing/schema";
import { changePicture, readPicture } from "@/lib/features/drawing/service/pictures";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Read an own picture",

  any: [P.PAINTING],
  params: idParam,
  response: pictureDto,
  run: ({ actor, params }) => readPicture(actor, params.id),
});

export const PATCH = handler({
  summary: "Name or move a picture",

  any: [P.PAINTING],
  audit: "drawing.change",
  params: idParam,
  body: picturePatch,
  response: pictureDto,
  run: ({ actor, params, body }) => changePicture(actor, params.id, body),
});
