import { handler } from "@/lib/endpoint/route";
import { versionParam } from "@/lib/features/reader/schema";
import { readDocument } from "@/lib/features/reader/service/read";
import { readerDocumentDto } from "@/lib/parsing/reader-dto";

export const GET = handler({
  summary: "What a file version holds: parts, outline, pieces, warnings",

  signedIn: true,
  params: versionParam,
  response: readerDocumentDto,
  run: ({ actor, params }) => readDocument(actor, params.versionId),
});
