import { z } from "zod";
import { handler } from "@/lib/endpoint/route";
import { changeAvatar, removeAvatar } from "@/lib/features/personal/service/avatar";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Change the own picture",

  any: [P.USER],
  audit: "personal.avatar.change",
  multipart: z.object({ file: z.file() }),
  run: ({ actor, request }) => changeAvatar(actor, request),
});

export const DELETE = handler({
  summary: "Remove the own picture",

  any: [P.USER],
  audit: "personal.avatar.change",
  run: ({ actor }) => removeAvatar(actor),
});
