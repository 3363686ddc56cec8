import { handler } from "@/lib/endpoint/route";
import { uploadedPictureDto } from "@/lib/features/configuration/dto";
import { uploadPicture } from "@/lib/features/configuration/service/pictures";
import { uploadForm } from "@/lib/files/upload-form";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Upload an icon, logo or login picture",

  any: [P.CONFIG_BASIC],
  audit: "config.picture",
  multipart: uploadForm,
  response: uploadedPictureDto,
  run: ({ actor, request }) => uploadPicture(actor, request),
});
