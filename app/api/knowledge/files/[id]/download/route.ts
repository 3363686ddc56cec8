import { handler, idParam } from "@/lib/endpoint/route";
import { versionQuery } from "@/lib/features/knowledge/schema";
import { downloadFile } from "@/lib/features/knowledge/service/versions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The bytes of a file of a knowledge base",
  answers: "file",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  params: idParam,
  query: versionQuery,
  run: ({ actor, params, query, request }) => downloadFile(actor, params.id, { ...query, request }),
});
