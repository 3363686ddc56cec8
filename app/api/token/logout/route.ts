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
    return envelope(200, null, "", { "set-cookie": clearedCookie(isSecure(request.headers)) });
  },
});
