import type { FlowProblem } from "@/lib/features/apps/workflow/check";
import { findNode } from "@/lib/features/apps/workflow/edit";
import type { FlowNode } from "@/lib/features/apps/workflow/graph";
import { mended, mendFor } from "@/lib/features/apps/workflow/references";
import { setNode } from "./flow-actions";
import type { FlowStore } from "./flow-store";

/** Puts a problem right with an earlier value of the same name; whether there was one. */
export function mendProblem(store: FlowStore, problem: FlowProblem): boolean {
  const found = problem.nodeId === null ? null : findNode(store.root(), problem.nodeId);
  const mend = found && mendFor(store.root(), found.path, problem);
  if (!found || !mend) return false;
  const data = mended(found.node.data, problem, mend.reference);
  setNode(store, { ...found.node, data } as FlowNode, "mend");
  store.check();
  return true;
}

/** Puts the first problem of a node right that can be. */
export function mendNode(store: FlowStore, id: string): void {
  const own = store.check().filter(({ nodeId, code }) => nodeId === id && code !== "required");
  own.some((problem) => mendProblem(store, problem));
}
