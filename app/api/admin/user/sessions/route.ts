import { ownSessions, revokeOtherSessions } from "@/lib/features/auth/service/account";
import { handler } from "@/lib/http/route";

export const GET = handler({ signedIn: true, run: async ({ actor }) => ({ items: await ownSessions(actor) }) });

/** Ends every session but the one that asks. */
export const DELETE = handler({
  signedIn: true,
  audit: "auth.session.revoke",
  run: async ({ actor }) => ({ ended: await revokeOtherSessions(actor) }),
});
