import { handler } from "@/lib/endpoint/route";
import { syncRunDto } from "@/lib/features/directory-sync/dto";
import { runParam } from "@/lib/features/directory-sync/schema";
import { readRun } from "@/lib/features/directory-sync/service/runs";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "How far a synchronisation is",

  any: [P.CONFIG_SSO],
  params: runParam,
  response: syncRunDto,
  run: ({ actor, params }) => readRun(actor, params.runId),
});
