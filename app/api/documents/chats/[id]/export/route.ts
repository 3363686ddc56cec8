import { chatExportQuery } from "@/lib/features/documents/schema";
import { exportChat } from "@/lib/features/documents/service/export";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.DOCUMENT],
  params: idParam,
  query: chatExportQuery,
  run: ({ actor, params, query, locale }) => exportChat(actor, params.id, query.format, locale),
});
