import { z } from "zod";
import { uploadPicture } from "@/lib/features/configuration/service/pictures";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.CONFIG_BASIC],
  audit: "config.picture",
  multipart: z.object({ file: z.file(), filename: z.string().optional() }),
  run: ({ actor, request }) => uploadPicture(actor, request),
});
