import { handler } from "@/lib/endpoint/route";
import { syncItemPageDto } from "@/lib/features/directory-sync/dto";
import { itemQuery, runParam } from "@/lib/features/directory-sync/schema";
import { readItems } from "@/lib/features/directory-sync/service/runs";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What a synchronisation would do or did, line by line",

  any: [P.CONFIG_SSO],
  params: runParam,
  query: itemQuery,
  response: syncItemPageDto,
  run: ({ actor, params, query }) => readItems(actor, params.runId, query),
});
