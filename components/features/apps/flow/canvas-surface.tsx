"use client";

import "@xyflow/react/dist/base.css";
import "./flow.css";
import {
  Background,
  BackgroundVariant,
  type Connection,
  type IsValidConnection,
  ReactFlow,
  useReactFlow,
  type Viewport,
} from "@xyflow/react";
import { useTranslations } from "next-intl";
import { type DragEvent, memo, type RefObject, useCallback, useMemo } from "react";
import { currentPerson } from "@/lib/client/person";
import { bodyOf, connected, edgeRefusal, graphAt } from "@/lib/features/apps/workflow/edit";
import { NODE_TYPES } from "@/lib/features/apps/workflow/graph";
import { GRID } from "@/lib/features/apps/workflow/layout";
import { CanvasTools } from "./canvas-tools";
import { addNode, move } from "./flow-actions";
import { useFlow, useFlowState } from "./flow-context";
import { DRAGGED } from "./kinds";
import { mendNode } from "./mend";
import { Note, NoteContext } from "./note";
import { Step, StepActionsContext } from "./step";
import type { CanvasNode, WireEdge } from "./step-types";
import { type CanvasView, DRAWN_MAX, reveal } from "./view";
import { Wire } from "./wire";

const NODES = { step: Step, note: Note };
const EDGES = { wire: Wire };
const SNAP: [number, number] = [GRID, GRID];
const MANY_KEYS = ["Meta", "Control"];

/** Until the server says so, whoever types is the author. */
const writer = () => ({ by: currentPerson() ?? undefined, at: Date.now() });

interface CanvasSurfaceProps {
  view: RefObject<CanvasView | null>;
  /** What it begins with; what comes later is handed to the canvas itself. */
  first: { nodes: CanvasNode[]; edges: WireEdge[]; viewport: Viewport };
  /** What all of it stands in. */
  frame: RefObject<HTMLElement | null>;
}

/**
 * What the pointer meets. Drawn once: another handler would have all nodes of a large workflow drawn anew, at every letter
 * that is typed beside it.
 */
export const CanvasSurface = memo(function CanvasSurface({ view, first, frame }: CanvasSurfaceProps) {
  const t = useTranslations("apps-flow.canvas");
  const { store } = useFlow();
  const instance = useReactFlow<CanvasNode, WireEdge>();
  const handleConnect = useCallback(
    ({ source, sourceHandle, target }: Connection) =>
      store.commitHere((graph) => connected(graph, { source, sourceHandle, target })),
    [store],
  );
  const isValid: IsValidConnection<WireEdge> = useCallback(
    ({ source, sourceHandle, target }) => edgeRefusal(store.graph(), { source, sourceHandle, target }) === null,
    [store],
  );
  const handleMoved = useCallback(
    (_event: unknown, _node: CanvasNode, moved: CanvasNode[]) =>
      move(store, new Map(moved.map(({ id, position }) => [id, position]))),
    [store],
  );
  const handleSelectionMoved = useCallback(
    (_event: unknown, moved: CanvasNode[]) => move(store, new Map(moved.map(({ id, position }) => [id, position]))),
    [store],
  );
  const handleDrop = (event: DragEvent) => {
    const type = NODE_TYPES.find((one) => one === event.dataTransfer.getData(DRAGGED));
    if (!type || !view.current) return;
    event.preventDefault();
    const { x, y } = instance.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const drop = { x: Math.round(x / GRID) * GRID - 104, y: Math.round(y / GRID) * GRID - 24 };
    addNode(store, type, { drop, middle: drop });
  };
  const actions = useMemo(
    () => ({
      onMend: (id: string) => mendNode(store, id),
      onEnter: (id: string) => store.enter([...store.get().path, id]),
    }),
    [store],
  );
  const handleWrite = useCallback(
    (id: string, text: string) =>
      store.commitHere(
        (graph) => ({
          ...graph,
          comments: graph.comments.map((note) => (note.id === id ? { ...note, text, ...writer() } : note)),
        }),
        `note ${id}`,
      ),
    [store],
  );
  const isLarge = useFlowState(({ history, path }) => {
    const graph = graphAt(history.present, path);
    return (graph?.nodes.length ?? 0) > DRAWN_MAX;
  });
  return (
    <StepActionsContext value={actions}>
      <NoteContext value={handleWrite}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be added from the palette */}
        <div
          className="relative min-h-0 flex-1"
          onDragOver={(event) => {
            if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
          }}
          onDrop={handleDrop}
        >
          <ReactFlow<CanvasNode, WireEdge>
            className="flow"
            aria-label={t("label")}
            defaultNodes={first.nodes}
            defaultEdges={first.edges}
            defaultViewport={first.viewport}
            nodeTypes={NODES}
            edgeTypes={EDGES}
            onInit={() => {
              view.current = { instance, frame: frame.current! };
              // Asked for while the canvas was not there yet.
              const { asked } = store.get();
              if (asked) reveal(view.current, asked.nodeId, false);
            }}
            isValidConnection={isValid}
            onConnect={handleConnect}
            onNodeDragStop={handleMoved}
            onSelectionDragStop={handleSelectionMoved}
            onNodeClick={(event, node) => {
              if (node.type === "step" && !event.metaKey && !event.ctrlKey && !event.shiftKey)
                store.patch({ open: node.id });
            }}
            onNodeDoubleClick={(_event, node) => {
              if (node.type === "step" && bodyOf(node.data.node)) actions.onEnter(node.id);
            }}
            onPaneClick={() => store.patch({ open: null, wiring: null })}
            multiSelectionKeyCode={MANY_KEYS}
            deleteKeyCode={null}
            disableKeyboardA11y
            edgesFocusable={false}
            snapToGrid
            snapGrid={SNAP}
            minZoom={0.15}
            maxZoom={2}
            panOnScroll
            zoomOnDoubleClick={false}
            connectionRadius={28}
            nodeDragThreshold={3}
            onlyRenderVisibleElements={isLarge}
            proOptions={{ hideAttribution: true }}
          >
            <Background variant={BackgroundVariant.Dots} gap={16} size={1.5} />
            <CanvasTools view={view} />
          </ReactFlow>
        </div>
      </NoteContext>
    </StepActionsContext>
  );
});
