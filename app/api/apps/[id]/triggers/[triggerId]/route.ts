import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { madeTriggerDto } from "@/lib/features/apps/runs-dto";
import { triggerParams, triggerPatch } from "@/lib/features/apps/runs-schema";
import { changeTrigger, deleteTrigger } from "@/lib/features/apps/service/flow/triggers";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change a schedule or a webhook",
  audit: "app.trigger.change",
  any: [P.APPS_WORKBENCH],
  params: triggerParams,
  body: triggerPatch,
  response: madeTriggerDto,
  run: ({ actor, params, body }) => changeTrigger(actor, params.id, params.triggerId, body),
});

export const DELETE = handler({
  summary: "Remove a schedule or a webhook",
  audit: "app.trigger.delete",
  any: [P.APPS_WORKBENCH],
  params: triggerParams,
  response: nothing,
  run: ({ actor, params }) => deleteTrigger(actor, params.id, params.triggerId),
});
