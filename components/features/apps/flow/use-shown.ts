import { useReactFlow } from "@xyflow/react";
import { useEffect } from "react";
import type { CanvasNode, WireEdge } from "./step-types";

interface Picked {
  selected: ReadonlySet<string>;
  selectedEdges: ReadonlySet<string>;
}

/**
 * Hands the canvas what has changed; it keeps what it measured, and the place of a node that is being dragged, which is
 * the pointer's.
 */
export function useShown(nodes: CanvasNode[], edges: WireEdge[], picked: () => Picked): void {
  const { setNodes, setEdges } = useReactFlow<CanvasNode, WireEdge>();
  useEffect(() => {
    const { selected } = picked();
    setNodes((shown) => {
      const known = new Map(shown.map((node) => [node.id, node]));
      return nodes.map((node): CanvasNode => {
        const before = known.get(node.id);
        if (!before) return { ...node, selected: selected.has(node.id) };
        const position = before.dragging ? before.position : node.position;
        const isSame =
          before.data === node.data &&
          before.position.x === position.x &&
          before.position.y === position.y &&
          before.ariaLabel === node.ariaLabel;
        return isSame ? before : ({ ...before, ...node, position, measured: before.measured } as CanvasNode);
      });
    });
  }, [nodes, setNodes, picked]);
  useEffect(() => {
    const { selectedEdges } = picked();
    setEdges(edges.map((edge) => (selectedEdges.has(edge.id) ? { ...edge, selected: true } : edge)));
  }, [edges, setEdges, picked]);
}
