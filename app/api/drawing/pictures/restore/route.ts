import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { pictureIds } from "@/lib/features/drawing/schema";
import { restorePictures } from "@/lib/features/drawing/service/pictures";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Take pictures back from the trash",

  any: [P.PAINTING],
  audit: "drawing.restore",
  body: pictureIds,
  response: nothing,
  run: ({ actor, body }) => restorePictures(actor, body.ids),
});
