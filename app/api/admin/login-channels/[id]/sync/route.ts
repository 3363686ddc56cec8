import { madeId } from "@/lib/endpoint/answers";
import { pageQuery } from "@/lib/endpoint/paging";
import { handler, idParam } from "@/lib/endpoint/route";
import { syncRunPageDto } from "@/lib/features/directory-sync/dto";
import { readRuns, startPreview } from "@/lib/features/directory-sync/service/runs";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A directory's synchronisations and when it is read",

  any: [P.CONFIG_SSO],
  params: idParam,
  query: pageQuery,
  response: syncRunPageDto,
  run: ({ actor, params, query }) => readRuns(actor, params.id, query),
});

export const POST = handler({
  summary: "Read a directory and plan what would change",

  any: [P.CONFIG_SSO],
  params: idParam,
  audit: "sync.preview",
  response: madeId,
  run: ({ actor, params }) => startPreview(actor, params.id),
});
