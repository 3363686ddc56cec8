import { madeRevision } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { syncSettings } from "@/lib/features/directory-sync/schema";
import { changeSettings } from "@/lib/features/directory-sync/service/runs";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Set when a directory is read and what may happen by itself",

  any: [P.CONFIG_SSO],
  params: idParam,
  body: syncSettings,
  audit: "sync.settings",
  response: madeRevision,
  run: ({ actor, params, body }) => changeSettings(actor, params.id, body),
});
