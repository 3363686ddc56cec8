import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { qaScope } from "@/lib/features/knowledge/qa-schema";
import { beginQaImport } from "@/lib/features/knowledge/service/qa/import";
import { uploadForm } from "@/lib/files/upload-form";
import { P } from "@/lib/permissions/codes";

/** Takes in the table as multipart, or by the id of a resumable upload; answers the task that takes in its rows. */
export const POST = handler({
  summary: "Take in pairs of question and answer of a table file",
  audit: "knowledge.qa.import",
  any: [P.KB_MANAGE, P.KB_CENTER],
  query: qaScope,
  multipart: uploadForm,
  resumable: true,
  response: madeId,
  run: ({ actor, query, request }) => beginQaImport(actor, query.baseId, request),
});
