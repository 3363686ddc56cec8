import { z } from "zod";
import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { avatarDto } from "@/lib/features/personal/dto";
import { changeAvatar, removeAvatar } from "@/lib/features/personal/service/avatar";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Change the own picture",

  any: [P.USER],
  audit: "personal.avatar.change",
  multipart: z.object({ file: z.file() }),
  response: avatarDto,
  run: ({ actor, request }) => changeAvatar(actor, request),
});

export const DELETE = handler({
  summary: "Remove the own picture",

  any: [P.USER],
  audit: "personal.avatar.change",
  response: nothing,
  run: ({ actor }) => removeAvatar(actor),
});
