import { signedOutCookie } from "@/lib/auth/channels/browser";
import { clearedCookie, isFramed, isSecure } from "@/lib/auth/cookie";
import { endSessions } from "@/lib/auth/session";
import { nothing } from "@/lib/endpoint/answers";
import { answerWith } from "@/lib/endpoint/envelope";
import { handler } from "@/lib/endpoint/route";

export const POST = handler({
  summary: "Sign out",
  exempt: "ends the caller's own session, seen in the list of sessions",

  signedIn: true,
  beforeReady: "always",
  whenReadOnly: true,
  response: nothing,
  run: async ({ actor, request }) => {
    await endSessions(actor.id, { ids: [actor.sessionId] });
    const { headers } = request;
    const framed = await isFramed(headers);
    const own = new Headers({ "set-cookie": clearedCookie(isSecure(headers), framed) });
    own.append("set-cookie", signedOutCookie(headers, true, framed));
    return answerWith(null, { headers: own });
  },
});
