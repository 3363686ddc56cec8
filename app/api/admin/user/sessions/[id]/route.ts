import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { revokeOwnSession } from "@/lib/features/account/service/sessions";

export const DELETE = handler({
  summary: "End one own session",

  signedIn: true,
  whenReadOnly: true,
  audit: "auth.session.revoke",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => revokeOwnSession(actor, params.id),
});
