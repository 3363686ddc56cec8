import "server-only";
import { storableJson } from "@/lib/text/storable";
import { ITEMS_MAX } from "../../../workflow/limits";
import { asText, resolve } from "../../../workflow/values";
import { FlowFailure, type Outcome, type StepContext, WAITS } from "../context";
import type { Around } from ".";
import { holds, parsedJson } from "./plain";

interface Item {
  value: unknown;
  answers: readonly string[];
  isFailed: boolean;
}

/** The nodes inside, once for each item of a list, several at the same time; each item's result is stored once. */
export async function runIteration(context: StepContext<"iteration">, around: Around): Promise<Outcome> {
  const { node, scope, given, signal } = context;
  const { parallel, itemErrors } = node.data;
  const list = listOf(resolve(node.data.list, scope));
  given({ items: list.length });
  if (list.length > ITEMS_MAX) throw new FlowFailure("flowTooManyItems", { count: list.length, max: ITEMS_MAX });
  const items = new Array<Item | typeof WAITS>(list.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < list.length; index = next++) {
      signal.throwIfAborted();
      items[index] = await oneItem(context, around, list[index], index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, list.length) }, worker));
  if (items.includes(WAITS)) return WAITS;
  const done = items as Item[];
  const kept = itemErrors === "omit" ? done.filter(({ isFailed }) => !isFailed) : done;
  return {
    output: {
      results: kept.map(({ value }) => value),
      count: kept.length,
      failed: done.filter(({ isFailed }) => isFailed).length,
    },
    answers: done.flatMap(({ answers }) => answers),
  };
}

async function oneItem(
  { node, stepId, scope, run, signal }: StepContext<"iteration">,
  { engine, place }: Around,
  item: unknown,
  index: number,
): Promise<Item | typeof WAITS> {
  const itemId = `${stepId}.${index}`;
  const stored = storedRound<Item>(run.known, itemId);
  if (stored) return stored;
  const startedAt = new Date();
  const keep = (made: Item) => keepRound(run, { itemId, nodeId: node.id, startedAt }, made);
  try {
    const inner = new Map(scope).set(node.id, { item, index });
    const { body, output } = node.data;
    const end = await engine.graph(body, { ...place, prefix: `${itemId}.`, scope: inner, isWhole: false, signal });
    if (end.waits) return WAITS;
    return keep({ value: storableJson(resolve(output, end.scope) ?? null), answers: end.answers, isFailed: false });
  } catch (error) {
    if (!(error instanceof FlowFailure) || node.data.itemErrors === "stop") throw error;
    return keep({ value: null, answers: [], isFailed: true });
  }
}

/** A list as it is, one that is written as JSON, else the lines of a text that say something. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined) return [];
  const parsed = typeof value === "string" ? parsedJson(value) : undefined;
  if (Array.isArray(parsed)) return parsed;
  return asText(value)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

interface Round {
  values: Record<string, unknown>;
  answers: readonly string[];
  isOver: boolean;
}

/** The nodes inside, one round after the other, until its tests hold. Throws flowLoopOpen where they never do. */
export async function runLoop(context: StepContext<"loop">, around: Around): Promise<Outcome> {
  const { node, scope, given } = context;
  const { rounds, variables, tests } = node.data;
  let values: Record<string, unknown> = Object.fromEntries(
    variables.map(({ name, value }) => [name, resolve(value, scope) ?? null]),
  );
  given(values);
  const answers: string[] = [];
  for (let index = 0; index < rounds; index += 1) {
    const round = await oneRound(context, around, values, index);
    if (round === WAITS) return WAITS;
    values = round.values;
    answers.push(...round.answers);
    if (round.isOver) return { output: { ...values, rounds: index + 1 }, answers };
  }
  if (tests.length > 0) throw new FlowFailure("flowLoopOpen", { max: rounds });
  return { output: { ...values, rounds }, answers };
}

async function oneRound(
  { node, stepId, scope, run, signal }: StepContext<"loop">,
  { engine, place }: Around,
  values: Record<string, unknown>,
  index: number,
): Promise<Round | typeof WAITS> {
  const itemId = `${stepId}.${index}`;
  const stored = storedRound<Round>(run.known, itemId);
  if (stored) return stored;
  const startedAt = new Date();
  const { body, variables, match, tests } = node.data;
  const inner = new Map(scope).set(node.id, { ...values, index });
  const end = await engine.graph(body, { ...place, prefix: `${itemId}.`, scope: inner, isWhole: false, signal });
  if (end.waits) return WAITS;
  const next = variables.map(({ name, next }) => [
    name,
    next === "" ? values[name] : (resolve(next, end.scope) ?? null),
  ]);
  const after = storableJson(Object.fromEntries(next) as Record<string, unknown>);
  const isOver = holds(match, tests, end.scope.set(node.id, { ...after, index }));
  return keepRound(run, { itemId, nodeId: node.id, startedAt }, { values: after, answers: end.answers, isOver });
}

function storedRound<T>(known: StepContext["run"]["known"], itemId: string): T | null {
  const row = known.get(itemId);
  known.delete(itemId);
  return row?.status === "done" ? ((row.output as { round: T }).round ?? null) : null;
}

/** Stored with whatever comes next: a round that is lost with a crash is found again by the steps in it. */
function keepRound<T>(
  { log }: StepContext["run"],
  { itemId, nodeId, startedAt }: { itemId: string; nodeId: string; startedAt: Date },
  round: T,
): T {
  const row = { stepId: itemId, nodeId, status: "done", attempts: 1, startedAt, endedAt: new Date() } as const;
  log.put({ ...row, output: { round } }).catch(() => undefined);
  return round;
}
