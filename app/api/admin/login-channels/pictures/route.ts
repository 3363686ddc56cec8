import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { uploadLogo } from "@/lib/features/login-channels/service/pictures";
import { uploadForm } from "@/lib/files/upload-form";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Upload the logo of a login channel",

  any: [P.CONFIG_SSO],
  audit: "login-channel.picture",
  multipart: uploadForm,
  response: madeId,
  run: ({ actor, request }) => uploadLogo(actor, request),
});
