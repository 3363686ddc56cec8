import { handler } from "@/lib/endpoint/route";
import { namedFilesDto } from "@/lib/features/knowledge/search-dto";
import { fileNameQuery } from "@/lib/features/knowledge/search-schema";
import { findFiles } from "@/lib/features/knowledge/service/search/search";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Find files of knowledge bases by name",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  query: fileNameQuery,
  response: namedFilesDto,
  run: ({ actor, query }) => findFiles(actor, query.keyword),
});
