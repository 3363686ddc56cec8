import { z } from "zod";
import { newPassword } from "@/lib/auth/account";
import { isSecure, sessionCookie } from "@/lib/auth/cookie";
import { PASSWORD_MAX } from "@/lib/config/constants";
import { changePassword } from "@/lib/features/auth/service/account";
import { envelope } from "@/lib/http/envelope";
import { handler } from "@/lib/http/route";

export const POST = handler({
  signedIn: true,
  beforePasswordChange: true,
  audit: "auth.password.change",
  body: z.strictObject({ oldPassword: z.string().trim().min(1).max(PASSWORD_MAX), newPassword }),
  run: async ({ actor, body, request }) => {
    await changePassword(actor, body.oldPassword, body.newPassword);
    const claims = { sessionId: actor.sessionId, codes: actor.permissions, mustChangePassword: false };
    return envelope(200, null, "", { "set-cookie": await sessionCookie(claims, isSecure(request.headers)) });
  },
});
