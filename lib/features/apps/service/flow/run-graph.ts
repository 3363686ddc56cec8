import "server-only";
import type { FoundRun } from "@/db/queries/apps/runs";
import { orNotFound } from "@/lib/errors/errors";
import { readGraph } from "../../workflow/check";
import type { FlowGraph } from "../../workflow/graph";

/** Throws notFound for settings that are no graph. */
export function graphOf(settings: unknown): FlowGraph {
  const read = readGraph(settings);
  return orNotFound("graph" in read && read.graph);
}

/** Graphs that are kept at hand: whoever looks at a run asks for it again every second. */
const KEPT = 50;
const known = new Map<string, FlowGraph>();

/** The graph a run was begun with, which never changes. Throws notFound for what is none. */
export function graphOfRun({ run, settings }: Pick<FoundRun, "run" | "settings">): FlowGraph {
  const found = known.get(run.id);
  if (found) return found;
  const graph = graphOf(run.version === null ? run.graph : settings);
  if (known.size >= KEPT) known.delete(known.keys().next().value!);
  known.set(run.id, graph);
  return graph;
}
