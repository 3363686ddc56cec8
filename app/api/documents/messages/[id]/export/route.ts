import { answerExportQuery } from "@/lib/answers/export/schema";
import { exportAnswer } from "@/lib/features/documents/service/export-answer";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.DOCUMENT],
  params: idParam,
  query: answerExportQuery,
  run: ({ actor, params, query, locale }) => exportAnswer(actor, params.id, query.format, locale),
});
