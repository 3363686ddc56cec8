import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { newPictureShare } from "@/lib/features/drawing/schema";
import { listShares, sharePicture } from "@/lib/features/drawing/service/shares";
import { P } from "@/lib/permissions/codes";
import { linkDto } from "@/lib/sharing/dto";

export const GET = handler({
  summary: "List own links to a picture",
  any: [P.PAINTING],
  params: idParam,
  response: listOf(linkDto),
  run: ({ actor, params }) => listShares(actor, params.id),
});

export const POST = handler({
  summary: "Share a picture with colleagues",
  any: [P.PAINTING],
  params: idParam,
  body: newPictureShare,
  audit: "drawing.share.create",
  response: linkDto,
  run: ({ actor, params, body }) => sharePicture(actor, params.id, body.days),
});
