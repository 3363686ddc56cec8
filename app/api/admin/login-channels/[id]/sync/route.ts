import { readRuns, startPreview } from "@/lib/features/directory-sync/service/runs";
import { pageQuery } from "@/lib/http/paging";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CONFIG_SSO],
  params: idParam,
  query: pageQuery,
  run: ({ actor, params, query }) => readRuns(actor, params.id, query),
});

export const POST = handler({
  any: [P.CONFIG_SSO],
  params: idParam,
  audit: "sync.preview",
  run: ({ actor, params }) => startPreview(actor, params.id),
});
