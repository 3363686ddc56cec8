import { handler } from "@/lib/endpoint/route";
import { exportUsage } from "@/lib/features/knowledge-operations/service/usage-export";
import { usageExport } from "@/lib/features/knowledge-operations/usage-schema";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The use of a knowledge base, or of all of the center, as CSV or Excel",
  answers: "file",
  any: [P.KB_MANAGE, P.KB_CENTER],
  audit: "knowledge.usage.export",
  query: usageExport,
  run: ({ actor, query, locale }) => exportUsage(actor, query, locale),
});
