import "server-only";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import type { KnownStep, StepWrite } from "@/db/queries/apps/runs";
import type { ErrorKey } from "@/lib/errors/errors";
import type { OwnReviewRule } from "@/lib/review/rule-schema";
import { storableJson } from "@/lib/text/storable";
import type { FlowEdge, FlowGraph, FlowNode } from "../../workflow/graph";
import { APPROVED, CONTAINERS, ERROR_HANDLE, hasEffect } from "../../workflow/outputs";
import type { Scope } from "../../workflow/values";
import { askAboutEffect } from "./asking";
import {
  AGREED,
  FlowFailure,
  type FlowRun,
  failureOf,
  type Outcome,
  type StepContext,
  type StepResult,
  type Used,
  WAITS,
} from "./context";
import { RUNNERS, secondsOf } from "./kinds";
import { forgetPartial, sayPartial } from "./live";

/** Characters of what one node hands on, as JSON. */
export const OUTPUT_MAX = 1024 ** 2;
/** Of what a node was given, as it is kept for whoever looks. */
const INPUT_SHOWN = 16_000;
/** Steps of one run, all rounds together: what goes on for longer has no end. */
const STEPS_MAX = 20_000;
/** Steps between two looks of the process at other work. */
const STEPS_A_TURN = 20;
/** Failures that another try does not mend. */
const FINAL: readonly ErrorKey[] = ["flowBudget", "flowReviewed"];
/** Nodes of one run at work at the same time. */
const AT_ONCE = 20;

/** How a graph ended: it waits, or with the answers of its nodes in the order they came. */
export interface GraphEnd {
  waits: boolean;
  answers: string[];
}

export interface Place {
  /** Before the ids of the steps, with a dot at its end; empty for the run itself. */
  prefix: string;
  /** What the nodes around it gave. */
  scope: Scope;
  /** A workflow and no part of one: it begins with its form. */
  isWhole: boolean;
  /** Workflows within workflows, and whose the innermost is. */
  depth: number;
  appId: string;
  ownerId: string;
  /** Review rules of these workflows. */
  reviewRules: readonly OwnReviewRule[];
  signal: AbortSignal;
}

interface Attempt extends Pick<StepContext, "stepId" | "given" | "isAgreed"> {
  place: Place;
  from: readonly string[];
  spent: Used;
}

/** Carries out the graphs of one run: its own, and those inside containers and other workflows. */
export class Engine {
  private count = 0;
  private atWork = 0;
  private readonly queue: (() => void)[] = [];
  /** Tokens of each node, all its rounds together. */
  private readonly tokens = new Map<string, number>();

  constructor(readonly run: FlowRun) {
    for (const { nodeId, inputTokens, outputTokens } of run.known.values())
      this.addTokens(nodeId, inputTokens + outputTokens);
  }

  /** Throws FlowFailure where a node fails the run, the signal's reason, and what the database says. */
  async graph({ nodes, edges }: FlowGraph, place: Place): Promise<GraphEnd & { scope: Map<string, unknown> }> {
    const scope = new Map(place.scope);
    const answers: string[] = [];
    const ways = new Ways(nodes, edges);
    const stop = new AbortController();
    const signal = AbortSignal.any([place.signal, stop.signal]);
    let waits = false;
    let failure: { error: unknown } | null = null;
    const running = new Set<Promise<void>>();
    const begin = (node: FlowNode) => {
      const work = this.step(node, { ...place, scope, signal }, ways.walked(node.id))
        .then((outcome) => {
          if (outcome === WAITS) {
            waits = true;
            return;
          }
          scope.set(node.id, outcome.output);
          if (node.type === "answer") answers.push(String(outcome.output.text ?? ""));
          answers.push(...(outcome.answers ?? []));
          if (!failure) for (const next of ways.leave(node, outcome.handle ?? null)) begin(next);
        })
        .catch((error: unknown) => {
          failure ??= { error };
          // What runs beside it is of no use any more.
          stop.abort(error);
        })
        .finally(() => running.delete(work));
      running.add(work);
    };
    for (const node of ways.first(place.isWhole)) begin(node);
    while (running.size > 0) await Promise.race(running);
    if (failure) throw (failure as { error: unknown }).error;
    return { waits, answers, scope };
  }

  /** One node and no other; whether it waits. Throws as `graph`. */
  async alone(node: FlowNode, place: Place): Promise<boolean> {
    return (await this.step(node, place, [])) === WAITS;
  }

  /** Runs one node, unless it was run before; with its retries, its time limit and what it does when it fails. */
  private async step(node: FlowNode, place: Place, from: readonly string[]): Promise<Outcome> {
    const { run } = this;
    const stepId = place.prefix + node.id;
    place.signal.throwIfAborted();
    const known = run.known.get(stepId);
    run.known.delete(stepId);
    const before = known && this.taken(node, known);
    if (before) return before;
    const cached = run.cached.get(stepId);
    if (cached) return this.takeOver(node, cached, false);
    if (run.replayed && isFrozen(node)) return this.pretend(node, stepId, run.replayed.get(stepId));
    if (++this.count > STEPS_MAX) throw new FlowFailure("flowEndless", { max: STEPS_MAX });
    // Plain nodes wait for nothing: a thousand of them would keep everybody else waiting.
    if (this.count % STEPS_A_TURN === 0) await turn();
    // A crash in the middle leaves open whether the effect came about: it is not had twice behind anybody's back.
    const isOpen = known?.status === "running" && known.handle === null && hasEffect(node);
    if (isOpen && !node.data.policy.repeatable) return askAboutEffect(run, node, stepId, known.attempts);
    if (!isBusy(node)) return this.attempts(node, place, stepId, from, known);
    await this.enter();
    try {
      return await this.attempts(node, place, stepId, from, known);
    } finally {
      this.atWork -= 1;
      this.queue.shift()?.();
    }
  }

  /** What an earlier process stored of a step; null where the step has to be run. Throws FlowFailure for a failure that stays. */
  private taken(node: FlowNode, known: KnownStep): Outcome | null {
    const { status, output, handle, failure } = known;
    const { onError } = node.data.policy;
    if (status === "done") return resultOf(output, handle);
    if (status === "waiting") return WAITS;
    if (status !== "failed") return null;
    if (onError === "stop" && handle === null) {
      throw new FlowFailure((failure ?? "unknown") as ErrorKey, known.failureArgs, known.failureDetail).at(
        known.stepId,
      );
    }
    return resultOf(output ?? { error: failure }, handle ?? (onError === "branch" ? ERROR_HANDLE : null));
  }

  /** The result of an earlier run stands for this one's. */
  private async takeOver(
    node: FlowNode,
    { stepId, output, handle }: Pick<KnownStep, "stepId" | "output" | "handle">,
    isSimulated: boolean,
  ): Promise<StepResult> {
    const now = new Date();
    const row = { stepId, nodeId: node.id, status: "done", attempts: 1, startedAt: now, endedAt: now } as const;
    await this.run.log.put({ ...row, output, handle, isCached: !isSimulated, isSimulated });
    return resultOf(output, handle);
  }

  /** Nothing is done and nobody asked again: what came of it then stands, or where it was not reached, that nothing was done. */
  private pretend(node: FlowNode, stepId: string, then: KnownStep | undefined): Promise<StepResult> {
    if (then?.status === "done") return this.takeOver(node, then, true);
    const isApproval = node.type === "human" && node.data.mode === "approval";
    const output = { simulated: true, ...(isApproval && { decision: APPROVED }) };
    return this.takeOver(node, { stepId, output, handle: isApproval ? APPROVED : null }, true);
  }

  private async attempts(
    node: FlowNode,
    place: Place,
    stepId: string,
    from: readonly string[],
    known: KnownStep | undefined,
  ): Promise<Outcome> {
    const { log } = this.run;
    const { signal } = place;
    const isAgreed = known?.handle === AGREED;
    const { policy } = node.data;
    const startedAt = new Date();
    const spent: Used = { inputTokens: 0, outputTokens: 0, costMicros: 0, currency: null };
    let input: Record<string, unknown> | undefined;
    for (let attempt = (known?.attempts ?? 0) + 1, left = policy.retries; ; attempt += 1, left -= 1) {
      const row: StepWrite = { stepId, nodeId: node.id, status: "running", attempts: attempt, startedAt };
      const begun = isPlain(node) ? null : log.put(row);
      // What changes the world outside begins once it is known to have begun.
      if (hasEffect(node)) await begun;
      else begun?.catch(() => undefined);
      try {
        const given = (value: Record<string, unknown>) => {
          input = shown(value);
        };
        const outcome = await this.attempt(node, { place, stepId, from, given, spent, isAgreed });
        // A container is begun again and goes on behind what is in it; what asks somebody has said so itself.
        if (outcome === WAITS) return WAITS;
        const output = storableJson(outcome.output);
        assertFits(output);
        const { handle, isSimulated } = outcome;
        const stored = answersKept(output, outcome.answers);
        const done = { input, output: stored, handle, isSimulated, endedAt: new Date() };
        const kept = log.put({ ...row, ...spent, status: "done", ...done });
        if (isPlain(node)) kept.catch(() => undefined);
        else await kept;
        return { ...outcome, output };
      } catch (error) {
        signal.throwIfAborted();
        const failure = failureOf(error);
        if (left > 0 && !FINAL.includes(failure.key)) {
          await pause(policy.pause * 1000, undefined, { signal });
          continue;
        }
        return this.failed(node, { ...row, ...spent, input }, failure);
      } finally {
        forgetPartial(this.run.id, stepId);
      }
    }
  }

  private async attempt(node: FlowNode, { place, stepId, from, given, spent, isAgreed }: Attempt): Promise<Outcome> {
    const { run } = this;
    const { maxTokens } = node.data.policy;
    if (maxTokens !== undefined && (this.tokens.get(node.id) ?? 0) >= maxTokens) {
      throw new FlowFailure("flowBudget", { max: maxTokens });
    }
    const seconds = secondsOf(node);
    const end = new AbortController();
    const late = new Promise<never>((_, reject) => {
      end.signal.addEventListener("abort", () => reject(end.signal.reason));
    });
    late.catch(() => undefined);
    // Containers end when what is in them does, and people are waited for longer than any machine.
    const timer =
      seconds === null
        ? undefined
        : setTimeout(() => end.abort(new FlowFailure("flowTimeout", { seconds })), seconds * 1000);
    const signal = AbortSignal.any([place.signal, end.signal]);
    const context: StepContext = {
      node,
      stepId,
      run,
      scope: place.scope,
      appId: place.appId,
      ownerId: place.ownerId,
      reviewRules: place.reviewRules,
      signal,
      key: `${run.id}:${stepId}`,
      isAgreed,
      given,
      said: (delta) => sayPartial(run.id, stepId, delta),
      spent: ({ usage, cost }) => {
        spent.inputTokens += usage.inputTokens;
        spent.outputTokens += usage.outputTokens;
        spent.costMicros += cost?.micros ?? 0;
        spent.currency ??= cost?.currency ?? null;
        this.addTokens(node.id, usage.inputTokens + usage.outputTokens);
      },
    };
    try {
      const work = RUNNERS[node.type](context as never, { engine: this, from, place: { ...place, signal } });
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** What a failed node means: the run's end, the way after an error, or nothing. */
  private async failed(node: FlowNode, row: StepWrite, failure: FlowFailure): Promise<StepResult> {
    const { onError } = node.data.policy;
    const output = { error: failure.key };
    const handle = onError === "branch" ? ERROR_HANDLE : null;
    await this.run.log.put({
      ...row,
      status: "failed",
      failure: failure.key,
      failureArgs: failure.args,
      failureDetail: failure.detail,
      ...(onError !== "stop" && { output, handle }),
      endedAt: new Date(),
    });
    if (onError === "stop") throw failure.at(row.stepId);
    return { output, ...(handle && { handle }) };
  }

  private addTokens(nodeId: string, tokens: number): void {
    if (tokens > 0) this.tokens.set(nodeId, (this.tokens.get(nodeId) ?? 0) + tokens);
  }

  private async enter(): Promise<void> {
    if (this.atWork >= AT_ONCE) await new Promise<void>((resolve) => this.queue.push(resolve));
    this.atWork += 1;
  }
}

/** Worked out of what is stored alone: its result is stored along with others, and after a crash worked out again. */
const PLAIN: readonly FlowNode["type"][] = ["start", "template", "variable", "condition", "join", "answer"];
const isPlain = ({ type }: FlowNode) => PLAIN.includes(type);

/** Carried out by a machine that has only so many hands: not what holds others, nor what waits for somebody. */
const isBusy = (node: FlowNode) => !CONTAINERS.includes(node.type) && node.type !== "app" && node.type !== "human";
/** What a replay does not do again. */
const isFrozen = (node: FlowNode) => hasEffect(node) || node.type === "human";

/** The edges of a graph while it is walked: which nodes come next once one was left. */
class Ways {
  private readonly nodes: ReadonlyMap<string, FlowNode>;
  private readonly leaving = new Map<string, FlowEdge[]>();
  /** Edges into a node of which it is not known yet whether they are walked. */
  private readonly open = new Map<string, number>();
  private readonly came = new Map<string, string[]>();
  private readonly begun = new Set<string>();

  constructor(nodes: readonly FlowNode[], edges: readonly FlowEdge[]) {
    this.nodes = new Map(nodes.map((node) => [node.id, node]));
    for (const edge of edges) {
      this.leaving.set(edge.source, [...(this.leaving.get(edge.source) ?? []), edge]);
      this.open.set(edge.target, (this.open.get(edge.target) ?? 0) + 1);
    }
  }

  /** Where it begins: with the form of a workflow, inside a container with whatever nothing leads to. */
  first(hasStart: boolean): FlowNode[] {
    return [...this.nodes.values()].filter(({ id, type }) => !this.open.has(id) && (!hasStart || type === "start"));
  }

  /** Nodes a node was reached from. */
  walked(id: string): readonly string[] {
    return this.came.get(id) ?? [];
  }

  /** The node is left by a branch; nodes all of whose edges are decided, and that some way led to, are next. */
  leave(node: FlowNode, handle: string | null): FlowNode[] {
    const next: FlowNode[] = [];
    const decided: { edge: FlowEdge; isWalked: boolean }[] = (this.leaving.get(node.id) ?? []).map((edge) => ({
      edge,
      isWalked: (edge.sourceHandle ?? null) === handle,
    }));
    for (let one = decided.pop(); one; one = decided.pop()) {
      const { source, target } = one.edge;
      const left = (this.open.get(target) ?? 0) - 1;
      this.open.set(target, left);
      const came = this.came.get(target) ?? [];
      if (one.isWalked) this.came.set(target, [...came, source]);
      const to = this.nodes.get(target);
      if (!to || this.begun.has(target)) continue;
      const isAny = to.type === "join" && to.data.mode === "any";
      if (this.came.get(target)?.length && (left === 0 || isAny)) {
        this.begun.add(target);
        next.push(to);
      } else if (left === 0) {
        // No way leads there: neither is any that goes on from it.
        this.begun.add(target);
        for (const edge of this.leaving.get(target) ?? []) decided.push({ edge, isWalked: false });
      }
    }
    return next;
  }
}

/** Answers of the nodes inside a container are kept with what it gave, for whoever goes on behind it. */
const ANSWERS = "$answers";

function answersKept(output: Record<string, unknown>, answers: readonly string[] | undefined): Record<string, unknown> {
  return answers?.length ? { ...output, [ANSWERS]: answers } : output;
}

function resultOf(stored: unknown, handle: string | null): StepResult {
  const { [ANSWERS]: answers, ...output } = (stored ?? {}) as Record<string, unknown>;
  return { output, ...(handle && { handle }), ...(Array.isArray(answers) && { answers: answers.map(String) }) };
}

function assertFits(output: unknown): void {
  if (JSON.stringify(output).length > OUTPUT_MAX)
    throw new FlowFailure("flowOutputTooLarge", { kilobytes: OUTPUT_MAX / 1024 });
}

/** What a node was given, as much as is worth looking at. */
function shown(input: Record<string, unknown>): Record<string, unknown> {
  const value = storableJson(input);
  const whole = JSON.stringify(value);
  return whole.length <= INPUT_SHOWN ? value : { cut: `${whole.slice(0, INPUT_SHOWN)}…` };
}
