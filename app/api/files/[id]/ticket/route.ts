import { handler, idParam } from "@/lib/endpoint/route";
import { createTicket } from "@/lib/files/download";

export const POST = handler({
  summary: "A download link of five minutes",
  exempt: "a read of the caller's own file",

  signedIn: true,
  whenReadOnly: true,
  params: idParam,
  run: ({ actor, params }) => createTicket(actor, params.id),
});
