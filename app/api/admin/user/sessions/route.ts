import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { endedDto, sessionDto } from "@/lib/features/account/dto";
import { ownSessions, revokeOtherSessions } from "@/lib/features/account/service/sessions";

export const GET = handler({
  summary: "List own sessions",
  signedIn: true,
  response: listOf(sessionDto),
  run: async ({ actor }) => ({ items: await ownSessions(actor) }),
});

/** Ends every session but the one that asks. */
export const DELETE = handler({
  summary: "End all own sessions but this one",

  signedIn: true,
  whenReadOnly: true,
  audit: "auth.session.revoke",
  response: endedDto,
  run: async ({ actor }) => ({ ended: await revokeOtherSessions(actor) }),
});
