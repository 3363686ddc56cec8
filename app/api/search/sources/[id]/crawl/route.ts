import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { crawlBegun } from "@/lib/features/search/sources/dto";
import { beginCrawl, stopCrawl } from "@/lib/features/search/sources/service/crawl";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Read the pages of a source into the built-in index",
  audit: "search.source.crawl",
  any: [P.SEARCH],
  params: idParam,
  response: crawlBegun,
  run: ({ actor, params }) => beginCrawl(actor, params.id),
});

export const DELETE = handler({
  summary: "Stop reading the pages of a source; what was read stays",
  audit: "search.source.stop",
  any: [P.SEARCH],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => stopCrawl(actor, params.id),
});
