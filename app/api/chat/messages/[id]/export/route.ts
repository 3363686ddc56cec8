import { answerExportQuery } from "@/lib/answers/export/schema";
import { exportAnswer } from "@/lib/conversation/answers";
import { PERSONAL } from "@/lib/features/chat/kind";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT],
  params: idParam,
  query: answerExportQuery,
  run: ({ actor, params, query, locale }) => exportAnswer(actor, PERSONAL, params.id, { format: query.format, locale }),
});
