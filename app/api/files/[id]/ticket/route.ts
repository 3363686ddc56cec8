import { handler, idParam } from "@/lib/endpoint/route";
import { createTicket } from "@/lib/files/download";
import { fileTicketDto } from "@/lib/files/dto";

export const POST = handler({
  summary: "A download link of five minutes",
  exempt: "a read of the caller's own file",

  signedIn: true,
  whenReadOnly: true,
  params: idParam,
  response: fileTicketDto,
  run: ({ actor, params }) => createTicket(actor, params.id),
});
