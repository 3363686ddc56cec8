import { type NodeHandle, Position } from "@xyflow/react";
import type { FlowNode } from "@/lib/features/apps/workflow/graph";
import { NODE_HEIGHT, NODE_WIDTH } from "@/lib/features/apps/workflow/layout";
import { ERROR_HANDLE, handlesOf } from "@/lib/features/apps/workflow/outputs";

/** The row in which a node says what is wrong with it, pixels. */
const PROBLEM_HEIGHT = 36;
/** A port, and where the one of failures stands on its side. */
const PORT = 9;
const ERROR_TOP = 23;

/**
 * How large a node is and where its ports are, as they are drawn: a canvas that knows it need not measure before it shows
 * anything, nor draw what is out of view.
 */
export function geometryOf(node: FlowNode, hasProblem: boolean) {
  const height = NODE_HEIGHT + (hasProblem ? PROBLEM_HEIGHT : 0);
  const all = handlesOf(node);
  const own = all.filter((handle) => handle !== ERROR_HANDLE);
  const port = (x: number, y: number, more: Pick<NodeHandle, "type" | "position" | "id">): NodeHandle => ({
    ...{ x: x - PORT / 2, y: y - PORT / 2, width: PORT, height: PORT },
    ...more,
  });
  const handles = own.map((handle, index) =>
    port(((index + 1) / (own.length + 1)) * NODE_WIDTH, height, {
      type: "source",
      position: Position.Bottom,
      id: handle,
    }),
  );
  if (node.type !== "start")
    handles.push(port(NODE_WIDTH / 2, 0, { type: "target", position: Position.Top, id: null }));
  if (own.length < all.length)
    handles.push(port(NODE_WIDTH, ERROR_TOP, { type: "source", position: Position.Right, id: ERROR_HANDLE }));
  return { measured: { width: NODE_WIDTH, height }, handles };
}
