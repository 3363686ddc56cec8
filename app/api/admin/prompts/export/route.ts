import { handler } from "@/lib/endpoint/route";
import { adminExport } from "@/lib/features/prompts/schema";
import { exportPrompts } from "@/lib/features/prompts/service/export";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The list as a file",
  answers: "file",

  any: [P.CHAT_PROMPT],
  query: adminExport,
  audit: "prompt.export",
  run: ({ actor, query, locale }) => exportPrompts(actor, query, locale),
});
