import { signedOutCookie } from "@/lib/auth/channels/browser";
import { clearedCookie, isSecure } from "@/lib/auth/cookie";
import { endSessions } from "@/lib/auth/session";
import { envelope } from "@/lib/http/envelope";
import { handler } from "@/lib/http/route";

export const POST = handler({
  signedIn: true,
  beforeReady: "always",
  whenReadOnly: true,
  run: async ({ actor, request }) => {
    await endSessions(actor.id, { ids: [actor.sessionId] });
    const response = envelope(200, null, "", { "set-cookie": clearedCookie(isSecure(request.headers)) });
    response.headers.append("set-cookie", signedOutCookie(request.headers, true));
    return response;
  },
});
