import { conversationExportQuery } from "@/lib/answers/export/schema";
import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { exportConversation } from "@/lib/conversation/export";
import { handler, idParam } from "@/lib/endpoint/route";

export const GET = handler({
  summary: "A conversation as Word or Markdown",
  answers: "file",

  any: CONVERSATION_CODES,
  params: idParam,
  query: conversationExportQuery,
  run: ({ actor, params, query: { format, only }, locale }) =>
    exportConversation(actor, params.id, { format, locale, isDocument: only === "answer" }),
});
