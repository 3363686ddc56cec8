import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { runParam } from "@/lib/features/directory-sync/schema";
import { cancelRun } from "@/lib/features/directory-sync/service/runs";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Give a synchronisation up",

  any: [P.CONFIG_SSO],
  params: runParam,
  audit: "sync.cancel",
  response: nothing,
  run: ({ actor, params }) => cancelRun(actor, params.runId),
});
