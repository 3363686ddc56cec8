import { answerExportQuery } from "@/lib/answers/export/schema";
import { exportAnswer } from "@/lib/conversation/answers";
import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { handler, idParam } from "@/lib/endpoint/route";

export const GET = handler({
  summary: "An answer as Word or Markdown",
  answers: "file",

  any: CONVERSATION_CODES,
  params: idParam,
  query: answerExportQuery,
  run: ({ actor, params, query, locale }) => exportAnswer(actor, params.id, { format: query.format, locale }),
});
