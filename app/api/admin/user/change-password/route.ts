import { z } from "zod";
import { newPassword, password } from "@/lib/auth/account";
import { renewedCookie } from "@/lib/auth/cookie";
import { nothing } from "@/lib/endpoint/answers";
import { answerWith } from "@/lib/endpoint/envelope";
import { handler } from "@/lib/endpoint/route";
import { changePassword } from "@/lib/features/auth/service/account";

export const POST = handler({
  summary: "Change the own password; other sessions end",

  signedIn: true,
  beforeReady: "password",
  whenReadOnly: true,
  audit: "auth.password.change",
  body: z.strictObject({ oldPassword: password, newPassword }),
  response: nothing,
  run: async ({ actor, body, request }) => {
    await changePassword(actor, body.oldPassword, body.newPassword);
    const pending = actor.pending.filter((step) => step !== "password");
    return answerWith(null, { headers: { "set-cookie": await renewedCookie(actor, request.headers, pending) } });
  },
});
