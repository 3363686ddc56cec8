import { handler, idParam } from "@/lib/endpoint/route";
import { addedPagesDto } from "@/lib/features/knowledge/reading-dto";
import { newPages } from "@/lib/features/knowledge/schema";
import { addPages } from "@/lib/features/knowledge/service/page-tasks";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Add web pages to a knowledge base, by their addresses or a sitemap",
  audit: "knowledge.file.upload",
  any: [P.KB_MANAGE],
  params: idParam,
  body: newPages,
  response: addedPagesDto,
  run: ({ actor, params, body, locale }) => addPages(actor, params.id, body, locale),
});
