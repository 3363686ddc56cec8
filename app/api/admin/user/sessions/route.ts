import { handler } from "@/lib/endpoint/route";
import { ownSessions, revokeOtherSessions } from "@/lib/features/account/service/sessions";

export const GET = handler({
  summary: "List own sessions",
  signedIn: true,
  run: async ({ actor }) => ({ items: await ownSessions(actor) }),
});

/** Ends every session but the one that asks. */
export const DELETE = handler({
  summary: "End all own sessions but this one",

  signedIn: true,
  whenReadOnly: true,
  audit: "auth.session.revoke",
  run: async ({ actor }) => ({ ended: await revokeOtherSessions(actor) }),
});
