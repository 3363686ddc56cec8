import { handler } from "@/lib/endpoint/route";
import { gapExportQuery } from "@/lib/features/knowledge-operations/gap-schema";
import { exportGaps } from "@/lib/features/knowledge-operations/service/gap-export";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Gaps of knowledge bases as xlsx or csv",
  answers: "file",
  any: [P.KB_MANAGE, P.KB_CENTER],
  query: gapExportQuery,
  run: ({ actor, query, locale }) => exportGaps(actor, query, locale),
});
