import { handler, idParam } from "@/lib/endpoint/route";
import { recallImportedDto } from "@/lib/features/knowledge-operations/recall-dto";
import { recallImportQuery } from "@/lib/features/knowledge-operations/recall-schema";
import { importRecallItems } from "@/lib/features/knowledge-operations/service/recall-import";
import { uploadForm } from "@/lib/files/upload-form";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Add questions of a table to a test set",
  audit: "knowledge.recall.import",
  any: [P.KB_MANAGE],
  params: idParam,
  query: recallImportQuery,
  multipart: uploadForm,
  response: recallImportedDto,
  run: ({ actor, params, query, request }) => importRecallItems(actor, params.id, query, request),
});
