import { revokeOwnSession } from "@/lib/features/auth/service/account";
import { handler, idParam } from "@/lib/http/route";

export const DELETE = handler({
  signedIn: true,
  audit: "auth.session.revoke",
  params: idParam,
  run: ({ actor, params }) => revokeOwnSession(actor, params.id),
});
