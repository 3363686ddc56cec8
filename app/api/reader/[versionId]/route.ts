import { handler } from "@/lib/endpoint/route";
import { versionParam } from "@/lib/features/reader/schema";
import { readDocument } from "@/lib/features/reader/service/read";

export const GET = handler({
  summary: "What a file version holds: parts, outline, pieces, warnings",

  signedIn: true,
  params: versionParam,
  run: ({ actor, params }) => readDocument(actor, params.versionId),
});
