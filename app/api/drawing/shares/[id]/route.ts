import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { sharedPictureDto } from "@/lib/features/drawing/dto";
import { readShare, revokeShare } from "@/lib/features/drawing/service/shares";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Read a shared picture",
  any: [P.PAINTING],
  params: idParam,
  response: sharedPictureDto,
  run: ({ actor, params }) => readShare(actor, params.id),
});

export const DELETE = handler({
  summary: "Take a link to a picture back",
  any: [P.PAINTING],
  params: idParam,
  audit: "drawing.share.revoke",
  response: nothing,
  run: ({ actor, params }) => revokeShare(actor, params.id),
});
