import { handler } from "@/lib/endpoint/route";
import { profileDto } from "@/lib/features/personal/dto";
import { profilePatch } from "@/lib/features/personal/schema";
import { changeProfile, ownProfile } from "@/lib/features/personal/service/profile";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The own profile",
  any: [P.USER],
  response: profileDto,
  run: ({ actor }) => ownProfile(actor),
});

export const PATCH = handler({
  summary: "Change the own name and phone number",

  any: [P.USER],
  audit: "personal.profile.change",
  body: profilePatch,
  response: profileDto,
  run: ({ actor, body }) => changeProfile(actor, body),
});
