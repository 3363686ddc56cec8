import { answerExportQuery } from "@/lib/answers/export/schema";
import { exportAnswer } from "@/lib/conversation/answers";
import { ABOUT_DOCUMENTS } from "@/lib/features/documents/kind";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.DOCUMENT],
  params: idParam,
  query: answerExportQuery,
  run: ({ actor, params, query, locale }) =>
    exportAnswer(actor, ABOUT_DOCUMENTS, params.id, { format: query.format, locale }),
});
