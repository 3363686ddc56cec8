import { API_DOCUMENT_MAX } from "@/lib/config/tool-kinds";
import { handler } from "@/lib/endpoint/route";
import { apiImportDto } from "@/lib/features/tools/own-dto";
import { apiImport } from "@/lib/features/tools/own-schema";
import { importOperations } from "@/lib/features/tools/service/imports";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Read the operations of an API description",
  any: [P.APPS_WORKBENCH],
  audit: "tool.own.import",
  looks: "reads a description",
  body: apiImport,
  maxBody: 2 * API_DOCUMENT_MAX,
  response: apiImportDto,
  run: ({ actor, body, request }) => importOperations(actor, body, request.signal),
});
