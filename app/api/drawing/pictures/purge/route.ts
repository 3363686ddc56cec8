import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { pictureIds } from "@/lib/features/drawing/schema";
import { purgePictures } from "@/lib/features/drawing/service/pictures";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Remove pictures in the trash for good",

  any: [P.PAINTING],
  audit: "drawing.purge",
  body: pictureIds,
  response: nothing,
  run: ({ actor, body }) => purgePictures(actor, body.ids),
});
