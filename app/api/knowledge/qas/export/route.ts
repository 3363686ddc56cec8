import { handler } from "@/lib/endpoint/route";
import { qaExportQuery } from "@/lib/features/knowledge/qa-schema";
import { exportQas } from "@/lib/features/knowledge/service/qa/export";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Pairs of question and answer as a file",
  answers: "file",
  audit: "knowledge.qa.export",
  any: [P.KB_MANAGE, P.KB_CENTER],
  query: qaExportQuery,
  run: ({ actor, query, locale }) => exportQas(actor, query, locale),
});
