import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { applyInput, runParam } from "@/lib/features/directory-sync/schema";
import { applyPlan } from "@/lib/features/directory-sync/service/runs";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Carry a plan out",

  any: [P.CONFIG_SSO],
  params: runParam,
  body: applyInput,
  audit: "sync.apply",
  response: nothing,
  run: ({ actor, params, body }) => applyPlan(actor, params.runId, body),
});
