import { handler, idParam } from "@/lib/endpoint/route";
import { baseExportDto } from "@/lib/features/knowledge/export-dto";
import { beginExport, downloadExport } from "@/lib/features/knowledge/service/base-export";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The caller's own export of a knowledge base",
  answers: "file",
  audit: "knowledge.base.download",
  any: [P.KB_MANAGE],
  params: idParam,
  run: ({ actor, params }) => downloadExport(actor, params.id),
});

export const POST = handler({
  summary: "Have a knowledge base written to an archive",
  audit: "knowledge.base.export",
  any: [P.KB_MANAGE],
  // Exporting stays open when a licence has ended (spec N12).
  whenReadOnly: true,
  params: idParam,
  response: baseExportDto,
  run: ({ actor, params }) => beginExport(actor, params.id),
});
