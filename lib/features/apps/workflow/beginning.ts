import type { AppVariable } from "../variables";
import type { FlowGraph } from "./graph";

/** The form a workflow begins with. */
export function beginningOf({ nodes }: Pick<FlowGraph, "nodes">): { variables: AppVariable[]; takesFiles: boolean } {
  const start = nodes.find((node) => node.type === "start");
  return { variables: start?.data.variables ?? [], takesFiles: start?.data.takesFiles ?? false };
}
