import "server-only";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import {
  closeWaits,
  countWaitingSteps,
  type FoundRun,
  findRun,
  type KnownStep,
  loadSteps,
  lockRun,
  moreWork,
  putWait,
  sumSteps,
  updateOpenRun,
  updateStep,
} from "@/db/queries/apps/runs";
import { stopTrigger } from "@/db/queries/apps/triggers";
import { ownerMay } from "@/lib/auth/delegated";
import { OPEN_RUNS } from "@/lib/config/app-runs";
import { orNotFound } from "@/lib/errors/errors";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { editorHref, resultHref } from "../../paths";
import { beginningOf } from "../../workflow/beginning";
import { nodesAfter } from "../../workflow/check";
import type { FlowGraph } from "../../workflow/graph";
import { knownOf } from "../instructions";
import { type FlowFailure, type FlowRun, failureOf, type NewWait } from "./context";
import { Engine } from "./engine";
import { givenTo } from "./given";
import { runChanged } from "./live";
import { StepLog } from "./log";
import { reviewGiven } from "./reviewing";
import { graphOfRun } from "./run-graph";

const HOUR_MS = 3_600_000;
/** Runs at the same time in one process, and of one person among them. */
const AT_ONCE = 24;
const OF_ONE_PERSON = 20;

/** Somebody answered while the run was about to rest: it goes on at once. */
class Answered extends Error {
  override readonly name = "Answered";
}

const isFailure = (error: unknown): error is FlowFailure => error instanceof Error && error.name === "FlowFailure";

/** A run of a workflow: to its end, or until nothing goes on without a person. */
export const appRun = defineTask({
  kind: "appRun",
  input: z.object({ runId: z.uuid() }),
  anyOf: [P.APPS],
  atOnce: AT_ONCE,
  ofOneOwner: OF_ONE_PERSON,
  isToldByRows: true,
  steps: { run: carryOut },
  failureOf: (error) => (isFailure(error) ? error.key : null),
  onEnd: async (tx, { input: { runId }, status, failure }) => {
    if (status === "failed" || status === "cancelled") await endRun(tx, runId, status, failure);
    runChanged(runId);
  },
});

type Held = HeldTask<{ runId: string }, object>;

async function carryOut(held: Held): Promise<void> {
  const { runId } = held.input;
  for (;;) {
    const found = await findRun(db(), runId);
    if (!found || !OPEN_RUNS.includes(found.run.status)) return;
    const from = performance.now();
    const worked = () => moreWork(performance.now() - from);
    const known = new Map((await loadSteps(db(), runId)).map((row) => [row.stepId, row]));
    const isResumed = [...known.values()].some(({ status }) => status === "running");
    const resumed = found.run.resumed + (isResumed ? 1 : 0);
    await updateOpenRun(db(), runId, { status: "running", resumed });
    runChanged(runId);
    const log = new StepLog(runId, held);
    try {
      const { waits, answers, asked } = await walkThrough(held, found, known, log);
      await log.flush();
      if (waits) {
        await held.finish((tx) => rest(tx, runId, asked, worked()));
      } else {
        await held.finish(async (tx) => {
          const output = answers.join("\n\n");
          const ended = { status: "done", output, endedAt: new Date(), workedMs: worked() } as const;
          await updateOpenRun(tx, runId, { ...ended, ...(await sumSteps(tx, runId)) });
          await tellEnd(tx, found);
        });
      }
      runChanged(runId);
      return;
    } catch (error) {
      if (error instanceof Answered) continue;
      if (isFailure(error)) {
        await log.flush();
        const { key: failure, args: failureArgs, detail: failureDetail, stepId: failedStep } = error;
        await updateOpenRun(db(), runId, { failure, failureArgs, failureDetail, failedStep, workedMs: worked() });
      }
      throw error;
    }
  }
}

/** Carries out what is left of the run's graph. */
async function walkThrough(held: Held, found: FoundRun, known: Map<string, KnownStep>, log: StepLog) {
  const { run } = found;
  const graph = graphOfRun(found);
  const earlier = run.basedOnId ? await loadSteps(db(), run.basedOnId) : [];
  const byStep = new Map(earlier.map((row) => [row.stepId, row]));
  const { nodeId, only = false } = run.basis ?? {};
  // Those asked before, and in this process: as many must still be waiting when the run rests.
  let asked = 0;
  const flow: FlowRun = {
    ...{ id: run.id, appId: run.appId, inputs: run.inputs, text: run.text, files: run.files },
    known,
    cached: nodeId ? before(graph, nodeId, byStep) : new Map(),
    replayed: run.basedOnId && !nodeId ? byStep : null,
    log,
    actor: () => held.actor(),
    ask: async (wait) => {
      asked += 1;
      await ask(held, found, wait, log);
    },
  };
  for (const { status } of known.values()) if (status === "waiting") asked += 1;
  const engine = new Engine(flow);
  const actor = await held.actor();
  const { today, ...names } = await knownOf(actor);
  const user = { name: names["user.name"], department: names["user.department"], account: actor.account };
  const scope = new Map<string, unknown>([
    ...givenTo(graph, run),
    ["today", today],
    ["user", user],
    ["run", { id: run.id }],
  ]);
  const reviewRules = beginningOf(graph).reviewRules;
  // Once, before anything is done: what a run goes on with was looked at then.
  if (known.size === 0) {
    await reviewGiven(actor, flow, reviewRules).catch((error: unknown) => {
      throw failureOf(error);
    });
  }
  const around = { appId: run.appId, ownerId: found.ownerId, reviewRules, signal: held.signal };
  const place = { prefix: "", scope, isWhole: true, depth: run.depth, ...around };
  if (only && nodeId) {
    const node = orNotFound(graph.nodes.find(({ id }) => id === nodeId));
    for (const [id, row] of flow.cached) scope.set(id, row.output);
    const waits = await engine.alone(node, place);
    return { waits, answers: [], asked };
  }
  const { waits, answers } = await engine.graph(graph, place);
  return { waits, answers, asked };
}

/** What an earlier run gave at the nodes that neither are this one nor come after it. */
function before(graph: FlowGraph, nodeId: string, earlier: ReadonlyMap<string, KnownStep>): Map<string, KnownStep> {
  const anew = nodesAfter(graph, nodeId).add(nodeId);
  return new Map(
    graph.nodes.flatMap(({ id }) => {
      const row = earlier.get(id);
      return row && !anew.has(id) && row.status === "done" ? [[id, row] as const] : [];
    }),
  );
}

/** Asks somebody, in one transaction with the step that waits for them. */
async function ask(held: Held, { run, appName, ownerId }: FoundRun, wait: NewWait, log: StepLog): Promise<void> {
  await log.put({
    stepId: wait.stepId,
    nodeId: wait.nodeId,
    status: "running",
    attempts: wait.attempts,
    startedAt: new Date(),
  });
  const { stepId, kind, subject, text, assigneeId, hours, remind, input } = wait;
  await held.commit(async (tx) => {
    const now = Date.now();
    const dueAt = hours === null ? null : new Date(now + hours * HOUR_MS);
    const remindAt = dueAt && remind > 0 ? new Date(Math.max(now, dueAt.getTime() - remind * HOUR_MS)) : null;
    await updateStep(tx, run.id, stepId, { status: "waiting", input, output: null });
    await putWait(tx, {
      runId: run.id,
      stepId,
      kind,
      subject,
      text,
      assigneeId,
      dueAt,
      remindAt,
      createdAt: new Date(now),
    });
    const href = resultHref(run.appId, run.id);
    // What is asked of whoever may change the app is told its owner; whoever looks at their own run sees what it asks.
    const userId = assigneeId ?? ownerId;
    const isTold = userId !== run.userId || run.trigger !== "person";
    if (isTold) await notify(tx, [{ userId, kind: "appWait", args: { name: appName, subject }, href }]);
    return {};
  });
  runChanged(run.id);
}

/** The run waits for people. Throws Answered where one of them was quicker than this. */
async function rest(
  tx: Transaction,
  runId: string,
  asked: number,
  workedMs: ReturnType<typeof moreWork>,
): Promise<void> {
  if ((await countWaitingSteps(tx, runId)) < asked) throw new Answered();
  await updateOpenRun(tx, runId, { status: "waiting", workedMs, ...(await sumSteps(tx, runId)) });
}

/** A run ends before its end: whoever cancelled it, or what it failed with. */
export async function endRun(
  tx: Transaction,
  runId: string,
  status: "failed" | "cancelled",
  failure: string | null,
): Promise<void> {
  const run = await lockRun(tx, runId);
  if (!run) return;
  const ended = { status, endedAt: new Date(), failure: status === "failed" ? (run.failure ?? failure) : null };
  if (!(await updateOpenRun(tx, runId, { ...ended, ...(await sumSteps(tx, runId)) }))) return;
  await closeWaits(tx, runId);
  const found = await findRun(tx, runId);
  if (!found || status !== "failed") return;
  if (run.trigger === "person") await tellEnd(tx, found);
  else if (!(await ownerMay(run.userId, P.APPS))) await haltTrigger(tx, found);
}

/** Whoever had to wait for other people hears of the end. */
async function tellEnd(tx: Transaction, { run, appName }: FoundRun): Promise<void> {
  if (run.trigger !== "person" || Date.now() - run.createdAt.getTime() < 60_000) return;
  await notify(tx, [
    { userId: run.userId, kind: "appRunEnded", args: { name: appName }, href: resultHref(run.appId, run.id) },
  ]);
}

/** Nobody's rights are left to run it with. */
async function haltTrigger(tx: Transaction, { run, appName, ownerId }: FoundRun): Promise<void> {
  if (!run.triggerId) return;
  const stopped = await stopTrigger(tx, run.triggerId, "noPermission");
  if (!stopped) return;
  const args = { name: appName, trigger: stopped.name };
  await notify(tx, [{ userId: ownerId, kind: "appTriggerStopped", args, href: editorHref(run.appId) }]);
}
