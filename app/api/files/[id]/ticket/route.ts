import { createTicket } from "@/lib/files/download";
import { handler, idParam } from "@/lib/http/route";

export const POST = handler({
  signedIn: true,
  whenReadOnly: true,
  params: idParam,
  run: ({ actor, params }) => createTicket(actor, params.id),
});
