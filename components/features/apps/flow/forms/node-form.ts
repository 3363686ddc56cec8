import { createContext, useContext } from "react";
import type { FlowProblem } from "@/lib/features/apps/workflow/check";
import type { FlowPath } from "@/lib/features/apps/workflow/edit";
import type { FlowNode, FlowNodeOf, NodeData, NodeType } from "@/lib/features/apps/workflow/graph";

interface NodeFormValue {
  node: FlowNode;
  path: FlowPath;
  /** Problems of this node, not of those inside it. */
  problems: readonly FlowProblem[];
  /** Sets some of its settings otherwise; what is typed under one key in close succession is one step. */
  set: (patch: object, key: string) => void;
}

const Context = createContext<NodeFormValue | null>(null);
export const NodeFormProvider = Context;

export function useNodeForm(): NodeFormValue {
  const value = useContext(Context);
  if (!value) throw new Error("outside of a node's settings");
  return value;
}

/** Settings of a node of a known kind, and how they are changed. */
export function useNodeData<T extends NodeType>(
  _type: T,
): [data: NodeData<T>, set: (patch: Partial<NodeData<T>>, key?: string) => void] {
  const { node, set } = useNodeForm();
  const { data } = node as unknown as FlowNodeOf<T>;
  return [data, (patch, key) => set(patch, key ?? Object.keys(patch).join())];
}

/** A list with one entry changed. */
export const withEntry = <E>(list: readonly E[], index: number, patch: Partial<E>): E[] =>
  list.map((entry, place) => (place === index ? { ...entry, ...patch } : entry));

/** A list without one entry. */
export const withoutEntry = <E>(list: readonly E[], index: number): E[] => list.filter((_, place) => place !== index);
