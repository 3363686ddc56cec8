import { z } from "zod";
import { handler, idParam } from "@/lib/endpoint/route";
import { madeTriggerDto, triggerDto } from "@/lib/features/apps/runs-dto";
import { newTrigger } from "@/lib/features/apps/runs-schema";
import { createTrigger, readTriggers } from "@/lib/features/apps/service/flow/triggers";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Schedules and webhooks of a workflow",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  response: z.strictObject({ items: z.array(triggerDto) }),
  run: ({ actor, params }) => readTriggers(actor, params.id),
});

export const POST = handler({
  summary: "Add a schedule or a webhook to a workflow",
  audit: "app.trigger.create",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  body: newTrigger,
  response: madeTriggerDto,
  run: ({ actor, params, body }) => createTrigger(actor, params.id, body),
});
