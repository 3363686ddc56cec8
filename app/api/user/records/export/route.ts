import { handler } from "@/lib/endpoint/route";
import { ownExport } from "@/lib/features/records/schema";
import { exportOwn } from "@/lib/features/records/service/export";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Own records as CSV, Excel or Markdown",
  answers: "file",

  any: [P.USER],
  query: ownExport,
  run: ({ actor, query, locale }) => exportOwn(actor, query, locale),
});
