"use client";

import "@xyflow/react/dist/base.css";
import "./flow.css";
import {
  Background,
  BackgroundVariant,
  type Connection,
  type IsValidConnection,
  type OnSelectionChangeParams,
  ReactFlow,
  ReactFlowProvider,
  useOnSelectionChange,
  useReactFlow,
} from "@xyflow/react";
import { useTranslations } from "next-intl";
import { type DragEvent, type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import { bodyOf, connected, edgeRefusal } from "@/lib/features/apps/workflow/edit";
import { NODE_TYPES } from "@/lib/features/apps/workflow/graph";
import { CanvasTools } from "./canvas-tools";
import { addNode, move } from "./flow-actions";
import { useFlow, useFlowState } from "./flow-context";
import { DRAGGED } from "./kinds";
import { mendNode } from "./mend";
import { Note, NoteContext } from "./note";
import { Step, StepActionsContext } from "./step";
import type { CanvasNode, WireEdge } from "./step-types";
import { useEditedSteps } from "./use-edited-steps";
import { useShown } from "./use-shown";
import { type CanvasView, reveal, showStart } from "./view";
import { Wire } from "./wire";

const NODES = { step: Step, note: Note };
const EDGES = { wire: Wire };
/** Nodes stand on these lines, so that connections are straight. */
const GRID: [number, number] = [4, 4];
const MANY_KEYS = ["Meta", "Control"];

interface CanvasProps {
  view: RefObject<CanvasView | null>;
}

/** The graph in view, to be drawn on. Another container is another canvas. */
export function Canvas({ view }: CanvasProps) {
  const path = useFlowState((state) => state.path);
  return (
    <ReactFlowProvider key={path.join("/")}>
      <Drawn view={view} />
    </ReactFlowProvider>
  );
}

function Drawn({ view }: CanvasProps) {
  const t = useTranslations("apps-flow.canvas");
  const { store } = useFlow();
  const frame = useRef<HTMLDivElement>(null);
  const instance = useReactFlow<CanvasNode, WireEdge>();
  const { nodes, edges } = useEditedSteps();
  const first = useRef({ nodes, edges });
  const picked = useCallback(() => store.get(), [store]);
  useShown(nodes, edges, picked);
  usePicked();
  useAsked(view);
  useEffect(
    () => () => {
      view.current = null;
    },
    [view],
  );

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
    const drop = { x: Math.round(x / 4) * 4 - 104, y: Math.round(y / 4) * 4 - 24 };
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
        (graph) => ({ ...graph, comments: graph.comments.map((note) => (note.id === id ? { ...note, text } : note)) }),
        `note ${id}`,
      ),
    [store],
  );
  return (
    <StepActionsContext value={actions}>
      <NoteContext value={handleWrite}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be added from the palette */}
        <div
          ref={frame}
          className="relative min-h-0 flex-1"
          onDragOver={(event) => {
            if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
          }}
          onDrop={handleDrop}
        >
          <ReactFlow<CanvasNode, WireEdge>
            className="flow"
            aria-label={t("label")}
            defaultNodes={first.current.nodes}
            defaultEdges={first.current.edges}
            nodeTypes={NODES}
            edgeTypes={EDGES}
            onInit={() => {
              view.current = { instance, frame: frame.current! };
              showStart(view.current);
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
            snapGrid={GRID}
            minZoom={0.15}
            maxZoom={2}
            panOnScroll
            zoomOnDoubleClick={false}
            connectionRadius={28}
            nodeDragThreshold={3}
            proOptions={{ hideAttribution: true }}
          >
            <Background variant={BackgroundVariant.Dots} gap={16} size={1.5} />
            <CanvasTools view={view} />
          </ReactFlow>
        </div>
      </NoteContext>
    </StepActionsContext>
  );
}

const same = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && [...a].every((id) => b.has(id));

/** What is picked on the canvas and what is picked beside it are one. */
function usePicked(): void {
  const { store } = useFlow();
  const { setNodes } = useReactFlow<CanvasNode, WireEdge>();
  const selected = useFlowState((state) => state.selected);
  // A canvas that has just appeared says that nothing is picked, before it was told what is.
  const isNew = useRef(true);
  const onChange = useCallback(
    ({ nodes, edges }: OnSelectionChangeParams) => {
      const isBegin = isNew.current && nodes.length + edges.length === 0;
      isNew.current = false;
      if (isBegin) return;
      const [now, nowEdges] = [new Set(nodes.map(({ id }) => id)), new Set(edges.map(({ id }) => id))];
      const state = store.get();
      if (same(now, state.selected) && same(nowEdges, state.selectedEdges)) return;
      store.patch({ selected: now, selectedEdges: nowEdges, ...(now.size > 1 && { open: null }) });
    },
    [store],
  );
  useOnSelectionChange({ onChange });
  useEffect(() => {
    setNodes((shown) =>
      shown.map((node) =>
        Boolean(node.selected) === selected.has(node.id) ? node : { ...node, selected: selected.has(node.id) },
      ),
    );
  }, [selected, setNodes]);
}

/** Brings what is asked for, and whose settings open beside it, into view. */
function useAsked(view: RefObject<CanvasView | null>): void {
  const asked = useFlowState((state) => state.asked);
  const open = useFlowState((state) => state.open);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once more, it is shown once more
  useEffect(() => {
    if (open === null) return;
    // The panel takes its width first.
    const frame = requestAnimationFrame(() => view.current && reveal(view.current, open, false));
    return () => cancelAnimationFrame(frame);
  }, [asked, open, view]);
}
