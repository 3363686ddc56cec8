import { handler, idParam } from "@/lib/endpoint/route";
import { baseExportDto } from "@/lib/features/knowledge/export-dto";
import { readExport } from "@/lib/features/knowledge/service/base-export";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "How far the caller's export of a knowledge base is",
  any: [P.KB_MANAGE],
  params: idParam,
  response: baseExportDto,
  run: ({ actor, params }) => readExport(actor, params.id),
});
