import { handler, idParam } from "@/lib/endpoint/route";
import { resetPasswordDto } from "@/lib/features/organisation/dto";
import { passwordReset } from "@/lib/features/organisation/schema";
import { resetPassword } from "@/lib/features/organisation/service/passwords";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Set a password, or make a one-time code",

  any: [P.ORG_USER],
  params: idParam,
  body: passwordReset,
  audit: "org.user.reset-password",
  response: resetPasswordDto,
  run: ({ actor, params, body }) => resetPassword(actor, params.id, body),
});
