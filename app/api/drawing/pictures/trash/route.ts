import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { pictureIds } from "@/lib/features/drawing/schema";
import { trashPictures } from "@/lib/features/drawing/service/pictures";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Put pictures in the trash",

  any: [P.PAINTING],
  audit: "drawing.delete",
  body: pictureIds,
  response: nothing,
  run: ({ actor, body }) => trashPictures(actor, body.ids),
});
