import { handler } from "@/lib/endpoint/route";
import { recordExport } from "@/lib/features/records/schema";
import { exportRecords } from "@/lib/features/records/service/export";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The records of a filter as CSV or Excel",
  answers: "file",

  any: [P.CHAT_RECORD, P.SEARCH_RECORD],
  audit: "record.export",
  query: recordExport,
  run: ({ actor, query, locale }) => exportRecords(actor, query, locale),
});
