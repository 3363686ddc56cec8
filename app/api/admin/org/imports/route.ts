import { madeId, pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { importDto } from "@/lib/features/organisation/import/dto";
import { importListQuery, importUpload } from "@/lib/features/organisation/import/schema";
import { readImports } from "@/lib/features/organisation/service/import-runs";
import { uploadImport } from "@/lib/features/organisation/service/import-upload";
import { uploadForm } from "@/lib/files/upload-form";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Imports of departments or people, own ones; administrators see all",

  any: [P.ORG_USER, P.ORG_DEPT],
  query: importListQuery,
  response: pageOf(importDto),
  run: ({ actor, query }) => readImports(actor, query),
});

export const POST = handler({
  summary: "Upload a table; it is checked and nothing is written before it is confirmed",

  any: [P.ORG_USER, P.ORG_DEPT],
  query: importUpload,
  multipart: uploadForm,
  audit: "org.import.upload",
  response: madeId,
  run: ({ actor, query, request, locale }) => uploadImport(actor, query, request, locale),
});
