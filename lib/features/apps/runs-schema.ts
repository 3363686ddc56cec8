import { z } from "zod";
import { RUN_STATUS } from "@/lib/config/app-runs";
import { pageQuery } from "@/lib/endpoint/paging";
import { identifier, line, lines } from "@/lib/text/line";
import { appInputs } from "./variables";
import { NODE_ID_MAX } from "./workflow/limits";

/** Depth of containers and applications within each other, with a number for each round. */
const STEP_ID_MAX = (NODE_ID_MAX + 8) * 12;
const stepId = identifier(STEP_ID_MAX).regex(/^[A-Za-z0-9_.-]+$/, "invalid");

export const runParams = z.object({ runId: z.uuid() });
export const stepParams = z.object({ runId: z.uuid(), nodeId: stepId });

/** Runs of an app: one's own, or for whoever may change it everybody's. */
export const runsQuery = pageQuery.extend({
  status: z.enum(RUN_STATUS).optional(),
  mine: z.stringbool().optional(),
});
export type RunsQuery = z.infer<typeof runsQuery>;

/** How a run is based on an earlier one, for whoever changes the app. */
export const runBasis = z.strictObject({
  runId: z.uuid(),
  /** From this node on; what stands before it is taken over. None: all of it with the same inputs, effects pretended. */
  nodeId: stepId.optional(),
  /** That node and no other. */
  only: z.boolean().default(false),
});
export type RunBasis = z.infer<typeof runBasis>;

/** What a person answers a run that waits for them. */
export const waitAnswer = z.strictObject({
  /** Of an approval, and of consent to a tool. */
  decision: z.enum(["approved", "rejected"]).optional(),
  inputs: appInputs.optional(),
  comment: lines(1000).default(""),
  /** Where a crash left open whether an effect came about. */
  action: z.enum(["retry", "skip", "fail"]).optional(),
});
export type WaitAnswer = z.infer<typeof waitAnswer>;

export const handOver = z.strictObject({ userId: z.uuid() });

export const CRON_MAX = 100;
const triggerFields = {
  name: line(60).default(""),
  isOn: z.boolean().default(true),
  inputs: appInputs.default({}),
};
export const newTrigger = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("schedule"), ...triggerFields, cron: line(CRON_MAX), timeZone: line(60) }),
  z.strictObject({ kind: z.literal("webhook"), ...triggerFields }),
]);
export type NewTrigger = z.infer<typeof newTrigger>;
export const triggerPatch = z
  .strictObject({
    name: line(60),
    isOn: z.boolean(),
    inputs: appInputs,
    cron: line(CRON_MAX),
    timeZone: line(60),
    /** A new secret; the old one holds no longer. */
    newSecret: z.literal(true),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "nothingToChange");
export type TriggerPatch = z.infer<typeof triggerPatch>;
export const triggerParams = z.object({ id: z.uuid(), triggerId: z.uuid() });
