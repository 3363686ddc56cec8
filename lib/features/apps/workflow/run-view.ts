import type { StepDto } from "../runs-dto";
import { edgeKey, inOrder } from "./edit";
import type { FlowGraph, FlowNode } from "./graph";

/** A step with those inside it: rounds of a container, steps of an app within. */
export interface StepTree {
  step: StepDto;
  /** Which round of the container it is in, from 0; null: it is in none. */
  round: number | null;
  children: StepTree[];
}

/** The step a step is inside of, by their ids; null: none that is known. */
function holderOf(id: string, ids: ReadonlySet<string>): string | null {
  for (let end = id.lastIndexOf("."); end > 0; end = id.lastIndexOf(".", end - 1)) {
    const prefix = id.slice(0, end);
    if (ids.has(prefix)) return prefix;
  }
  return null;
}

/** Steps as they stand within each other, in the order they began. */
export function stepTree(steps: readonly StepDto[]): StepTree[] {
  const ids = new Set(steps.map(({ id }) => id));
  const trees = new Map<string, StepTree>();
  const roots: StepTree[] = [];
  const holders = new Map(steps.map(({ id }) => [id, holderOf(id, ids)]));
  for (const step of steps) {
    const holder = holders.get(step.id) ?? null;
    const round = holder === null ? undefined : /^\.(\d+)\./.exec(step.id.slice(holder.length))?.[1];
    trees.set(step.id, { step, round: round === undefined ? null : Number(round), children: [] });
  }
  for (const [id, tree] of trees) {
    const holder = holders.get(id) ?? null;
    (holder === null ? roots : trees.get(holder)!.children).push(tree);
  }
  return roots;
}

/** Nodes a run that is under way has not come to, in the order it would. */
export function nodesAhead(graph: FlowGraph, steps: readonly StepDto[]): FlowNode[] {
  const seen = new Set(steps.map(({ id }) => id));
  return inOrder(graph).filter(({ id }) => !seen.has(id));
}

/** Connections a run went along (`edgeKey`). */
export function walkedEdges(graph: FlowGraph, steps: readonly StepDto[]): Set<string> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const walked = graph.edges.filter(({ source, sourceHandle, target }) => {
    const from = byId.get(source);
    const to = byId.get(target);
    const isLeft = from && (from.status === "done" || from.status === "failed");
    return isLeft && (sourceHandle ?? null) === from.handle && to !== undefined && to.status !== "skipped";
  });
  return new Set(walked.map(edgeKey));
}

/** Milliseconds a step took, or has taken by now; null: it has not begun. */
export function durationOf({ startedAt, endedAt }: Pick<StepDto, "startedAt" | "endedAt">, now: number): number | null {
  if (startedAt === null) return null;
  return Math.max(0, (endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt));
}

/** Where the bar of a step begins and how wide it is, in shares of the whole. */
export interface Bar {
  start: number;
  width: number;
}

/** A step's time is a person's: what they took is no work of machines. */
export const isHuman = ({ type, wait }: Pick<StepDto, "type" | "wait">): boolean =>
  type === "human" || wait !== undefined;

/**
 * Bars of the steps on the time machines worked: hours in which a run waited for a person would leave nothing of the
 * seconds beside them.
 */
export function waterfall(
  steps: readonly StepDto[],
  { workedMs, waitedMs }: { workedMs: number; waitedMs: number },
  now: number,
): Map<string, Bar> {
  const ids = new Set(steps.map(({ id }) => id));
  const holders = new Set(steps.map(({ id }) => holderOf(id, ids)));
  const spans = steps.flatMap((step) => {
    if (step.startedAt === null || isHuman(step) || step.isCached || step.status === "skipped") return [];
    const from = Date.parse(step.startedAt);
    const to = from + (durationOf(step, now) ?? 0);
    return [{ id: step.id, from, to, isHolder: holders.has(step.id) }];
  });
  const busy: { from: number; to: number; before: number }[] = [];
  const leaves = spans
    // One that took longer than all machines together was waited in.
    .filter(({ from, to, isHolder }) => !isHolder && (waitedMs < 1000 || to - from <= workedMs + 1000))
    .sort((a, b) => a.from - b.from);
  let total = 0;
  for (const { from, to } of leaves) {
    const last = busy.at(-1);
    if (last && from <= last.to) {
      total += Math.max(0, to - last.to);
      last.to = Math.max(last.to, to);
    } else {
      busy.push({ from, to, before: total });
      total += to - from;
    }
  }
  if (total === 0) return new Map();
  const placeOf = (at: number) => {
    const span = busy.findLast(({ from }) => from <= at);
    return span ? (span.before + Math.min(at, span.to) - span.from) / total : 0;
  };
  return new Map(
    spans.map(({ id, from, to }) => {
      const start = placeOf(from);
      return [id, { start, width: Math.max(0, placeOf(to) - start) }];
    }),
  );
}

/** What a step came to, in one line: the first thing it handed on that can be read. */
export function lineOf(output: unknown): string {
  const values = output !== null && typeof output === "object" ? Object.values(output) : [output];
  for (const value of values) {
    if (typeof value === "string" && value.trim() !== "") return value.replace(/\s+/g, " ").trim().slice(0, 80);
    if (typeof value === "number") return String(value);
  }
  return "";
}
