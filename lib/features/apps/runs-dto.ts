import { z } from "zod";
import { RUN_STATUS, RUN_TRIGGERS, STEP_STATUS, TRIGGER_KINDS, WAIT_KINDS } from "@/lib/config/app-runs";
import { appVariable } from "./variables";
import { NODE_TYPES } from "./workflow/graph";

// @exempt text: what we answer

const person = z.strictObject({ id: z.uuid(), name: z.string() });
const tokens = z.strictObject({ input: z.number(), output: z.number() });
const cost = z.strictObject({ micros: z.number(), currency: z.string() }).nullable();
const failure = z.strictObject({
  /** Key of `errors`, and its words in the language of the caller. */
  error: z.string(),
  message: z.string(),
  /** The other side's own words, a line of code or of an answer. */
  detail: z.string(),
});

/** What a run waits for at a node. */
export const waitDto = z.strictObject({
  /** `unknown`: a crash left open whether its effect came about. */
  kind: z.enum(WAIT_KINDS),
  subject: z.string(),
  text: z.string(),
  fields: z.array(appVariable),
  /** Who is asked; null: it can be answered by whoever may change the app. */
  assignee: person.nullable(),
  dueAt: z.iso.datetime().nullable(),
  /** The caller may answer. */
  isMine: z.boolean(),
});
export type WaitDto = z.infer<typeof waitDto>;

/** What became of one node in a run. */
export const stepDto = z.strictObject({
  /** Its node's id; inside an iteration or loop `container.round.node`, all rounds counted from 0. */
  id: z.string(),
  nodeId: z.string(),
  type: z.enum(NODE_TYPES),
  title: z.string(),
  status: z.enum(STEP_STATUS),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** Null where the caller may not read what it was given and gave. */
  input: z.unknown(),
  output: z.unknown(),
  /** The branch it was left by. */
  handle: z.string().nullable(),
  attempts: z.int(),
  /** Taken over from the run this one is based on, or an effect that was only pretended. */
  isCached: z.boolean(),
  isSimulated: z.boolean(),
  error: failure.optional(),
  tokens: tokens.optional(),
  cost,
  /** What a model has written so far, while it does. */
  partial: z.string().optional(),
  wait: waitDto.optional(),
});
export type StepDto = z.infer<typeof stepDto>;

const shared = {
  id: z.uuid(),
  appId: z.uuid(),
  appName: z.string(),
  status: z.enum(RUN_STATUS),
  trigger: z.enum(RUN_TRIGGERS),
  /** Null: of the draft. */
  version: z.int().nullable(),
  /** Who asked; null for somebody who is gone. */
  asker: person.nullable(),
  isOwn: z.boolean(),
  /** First line of what it was given; empty where the caller may not read it. */
  title: z.string(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  tokens,
  cost,
};

export const runListDto = z.strictObject(shared);
export type RunListDto = z.infer<typeof runListDto>;

export const runDto = z.strictObject({
  ...shared,
  /** Of the conversation of answers; null before there is one, and where the caller may not read it. */
  output: z.string().nullable(),
  inputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  text: z.string(),
  files: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  /** Inputs and outputs are another's, and not shown. */
  isHidden: z.boolean(),
  mayManage: z.boolean(),
  error: failure.extend({ nodeId: z.string().nullable() }).optional(),
  /** Milliseconds machines worked, and people were waited for. */
  workedMs: z.int(),
  waitedMs: z.int(),
  /** Ended by a crash and taken up again so often. */
  resumed: z.int(),
  /** Nodes and edges as they were. */
  graph: z.unknown(),
  nodes: z.array(stepDto),
  /** There are more steps than are shown. */
  isCut: z.boolean(),
});
export type RunDto = z.infer<typeof runDto>;

export const startedDto = z.strictObject({ runId: z.uuid() });

/** One thing a person is asked by a run. */
export const openWaitDto = z.strictObject({
  runId: z.uuid(),
  stepId: z.string(),
  kind: z.enum(WAIT_KINDS),
  appId: z.uuid(),
  appName: z.string(),
  subject: z.string(),
  asker: person.nullable(),
  dueAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type OpenWaitDto = z.infer<typeof openWaitDto>;

/** Begins runs by a clock, or when another system calls. */
export const triggerDto = z.strictObject({
  id: z.uuid(),
  kind: z.enum(TRIGGER_KINDS),
  isOn: z.boolean(),
  name: z.string(),
  /** Of a schedule. */
  cron: z.string().nullable(),
  timeZone: z.string().nullable(),
  nextAt: z.iso.datetime().nullable(),
  inputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Of a webhook: the path it is called at. */
  path: z.string().nullable(),
  lastAt: z.iso.datetime().nullable(),
  lastRunId: z.uuid().nullable(),
  /** Key of `errors` it stopped with. */
  failure: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type TriggerDto = z.infer<typeof triggerDto>;
/** `secret`: of a new webhook, shown once. */
export const madeTriggerDto = z.strictObject({ id: z.uuid(), secret: z.string().nullable() });

export const nodeTypesDto = z.strictObject({
  items: z.array(
    z.strictObject({
      type: z.enum(NODE_TYPES),
      schema: z.record(z.string(), z.unknown()),
      example: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** What is told of a secret: never its value. */
export const secretDto = z.strictObject({
  name: z.string(),
  /** Scheme, host and port it may be sent to. */
  origin: z.string(),
  updatedAt: z.iso.datetime(),
});
export type SecretDto = z.infer<typeof secretDto>;
