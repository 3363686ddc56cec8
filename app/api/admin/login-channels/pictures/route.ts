import { z } from "zod";
import { uploadLogo } from "@/lib/features/login-channels/service/pictures";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.CONFIG_SSO],
  audit: "login-channel.picture",
  multipart: z.object({ file: z.file(), filename: z.string().optional() }),
  run: ({ actor, request }) => uploadLogo(actor, request),
});
