import { renewedCookie } from "@/lib/auth/cookie";
import { answerWith } from "@/lib/endpoint/envelope";
import { handler } from "@/lib/endpoint/route";
import { recoveryCodesDto } from "@/lib/features/account/dto";
import { factorConfirm } from "@/lib/features/account/schema";
import { confirmSecondFactor } from "@/lib/features/account/service/second-factor";

export const POST = handler({
  summary: "Turn the second factor on with its first code",

  signedIn: true,
  beforeReady: "factor",
  whenReadOnly: true,
  audit: "auth.factor.confirm",
  body: factorConfirm,
  response: recoveryCodesDto,
  run: async ({ actor, body, request }) => {
    const answer = await confirmSecondFactor(actor, body.otp);
    const pending = actor.pending.filter((step) => step !== "factor");
    return answerWith(answer, { headers: { "set-cookie": await renewedCookie(actor, request.headers, pending) } });
  },
});
