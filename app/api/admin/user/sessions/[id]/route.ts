import { revokeOwnSession } from "@/lib/features/account/service/sessions";
import { handler, idParam } from "@/lib/http/route";

export const DELETE = handler({
  summary: "End one own session",

  signedIn: true,
  whenReadOnly: true,
  audit: "auth.session.revoke",
  params: idParam,
  run: ({ actor, params }) => revokeOwnSession(actor, params.id),
});
