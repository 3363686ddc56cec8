import { handler, idParam } from "@/lib/endpoint/route";
import { documentDto } from "@/lib/features/documents/dto";
import { retryDocument } from "@/lib/features/documents/service/documents";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Read a failed document again",
  exempt: "progress is exempt",

  any: [P.DOCUMENT],
  params: idParam,
  response: documentDto,
  run: ({ actor, params }) => retryDocument(actor, params.id),
});
