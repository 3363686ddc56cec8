import { recordExport } from "@/lib/features/records/schema";
import { exportRecords } from "@/lib/features/records/service/export";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT_RECORD],
  audit: "record.export",
  query: recordExport,
  run: ({ actor, query, locale }) => exportRecords(actor, query, locale),
});
