import { madeRevision } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { logSettings } from "@/lib/features/operation-log/schema";
import { changeLogSettings } from "@/lib/features/operation-log/service/chain";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "How long the operation log is kept",

  any: [P.LOGS_OPERATION],
  audit: "log.settings.change",
  body: logSettings,
  response: madeRevision,
  run: ({ actor, body }) => changeLogSettings(actor, body),
});
