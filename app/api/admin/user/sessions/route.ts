import { ownSessions, revokeOtherSessions } from "@/lib/features/account/service/sessions";
import { handler } from "@/lib/http/route";

export const GET = handler({ signedIn: true, run: async ({ actor }) => ({ items: await ownSessions(actor) }) });

/** Ends every session but the one that asks. */
export const DELETE = handler({
  signedIn: true,
  whenReadOnly: true,
  audit: "auth.session.revoke",
  run: async ({ actor }) => ({ ended: await revokeOtherSessions(actor) }),
});
