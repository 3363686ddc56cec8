"use client";

import "@xyflow/react/dist/base.css";
import "./flow.css";
import { Background, BackgroundVariant, Panel, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Tone } from "@/components/ui/tone";
import { bodyOf, edgeKey } from "@/lib/features/apps/workflow/edit";
import type { FlowEdge, FlowGraph, FlowNode } from "@/lib/features/apps/workflow/graph";
import { placed } from "@/lib/features/apps/workflow/layout";
import { Note } from "./note";
import { Outline } from "./outline";
import { Step, StepActionsContext } from "./step";
import type { CanvasNode, StepMark, WireEdge } from "./step-types";
import { type Shown, useCanvasEdges, useCanvasNodes } from "./use-canvas-parts";
import { useFrame } from "./use-frame";
import { useShown } from "./use-shown";
import { type FlowNames, useSummary } from "./use-summary";
import { type CanvasView, DRAWN_MAX, reveal, startViewport } from "./view";
import { Wire } from "./wire";
import { ZoomBar } from "./zoom-bar";

const NODES = { step: Step, note: Note };
const EDGES = { wire: Wire };

const NOTHING: ReadonlySet<string> = new Set();
/** What is picked is said from outside. */
const noOne = () => ({ selected: NOTHING, selectedEdges: NOTHING });

/** State of a node in a run: a dot with its word, and what came of it in place of what it does. */
export interface FlowNodeState {
  tone: Tone;
  word: string;
  isHollow?: boolean;
  line?: string;
  /** Nothing came to it. */
  isFaint?: boolean;
}

export interface FlowViewProps {
  label: string;
  graph: FlowGraph;
  /** Names of what nodes use. */
  names: FlowNames;
  states?: Readonly<Record<string, FlowNodeState>>;
  /** Keys (`edgeKey`) of connections that were walked; the others are dashed. Absent: nothing was. */
  walked?: ReadonlySet<string>;
  /** Of a comparison: what is marked, and how; all else is faint. */
  marks?: ReadonlyMap<string, StepMark>;
  edgeMarks?: ReadonlyMap<string, "added" | "removed">;
  selected?: string | null;
  onSelect?: (id: string) => void;
  /** Opens what is inside a container. */
  onEnter?: (id: string) => void;
}

/** A workflow to be looked at: as it ran, or as it differs from another. */
export function FlowView({ graph, ...rest }: FlowViewProps) {
  const { frame, isThere } = useFrame<HTMLElement>();
  const shown = useMemo(() => placed(graph), [graph]);
  return (
    <section ref={frame} aria-label={rest.label} className="relative min-h-0 min-w-0 flex-1">
      <Outline graph={shown} />
      {isThere && (
        <ReactFlowProvider>
          <View {...rest} graph={shown} frame={frame} />
        </ReactFlowProvider>
      )}
    </section>
  );
}

type ViewProps = FlowViewProps & { frame: RefObject<HTMLElement | null> };

function View(props: ViewProps) {
  const { label, graph, names, states, walked, marks, edgeMarks, selected, onSelect, onEnter, frame } = props;
  const { setNodes } = useReactFlow<CanvasNode, WireEdge>();
  const view = useRef<CanvasView | null>(null);
  const summary = useSummary(names);
  const shownOf = useCallback(
    (node: FlowNode): Shown => {
      const state = states?.[node.id];
      const mark = marks?.get(node.id);
      return {
        line: state?.line ?? summary(node),
        tone: state?.tone,
        word: state?.word,
        isHollow: state?.isHollow,
        isFaint: state?.isFaint ?? (marks !== undefined && !mark),
        markKind: mark?.kind,
        markNumber: mark?.number,
      };
    },
    [states, marks, summary],
  );
  const toneOf = useCallback(
    (edge: FlowEdge) => {
      const key = edgeKey(edge);
      const mark = edgeMarks?.get(key);
      if (mark) return mark;
      return walked ? (walked.has(key) ? "walked" : "unwalked") : undefined;
    },
    [walked, edgeMarks],
  );
  const nodes = useCanvasNodes(graph, shownOf);
  const edges = useCanvasEdges(graph, toneOf);
  const [first] = useState(() => ({ nodes, edges, viewport: startViewport(nodes, frame.current!) }));
  useShown(nodes, edges, noOne);
  // The canvas keeps its handlers: with others all its nodes would be drawn anew.
  const latest = useRef({ onSelect, onEnter });
  latest.current = { onSelect, onEnter };
  const handlers = useRef({
    onInit: (instance: CanvasView["instance"]) => {
      view.current = { instance, frame: frame.current! };
    },
    onNodeClick: (_event: unknown, { id, type }: CanvasNode) => {
      if (type === "step") latest.current.onSelect?.(id);
    },
    onNodeDoubleClick: (_event: unknown, node: CanvasNode) => {
      if (node.type === "step" && bodyOf(node.data.node)) latest.current.onEnter?.(node.id);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { id } = (event.target as HTMLElement).dataset;
      if (event.key === "Enter" && id) latest.current.onSelect?.(id);
    },
  });
  const isEntered = onEnter !== undefined;
  const actions = useMemo(
    () => (isEntered ? { onEnter: (id: string) => latest.current.onEnter?.(id) } : {}),
    [isEntered],
  );
  useEffect(() => {
    setNodes((current) =>
      current.map((node) =>
        Boolean(node.selected) === (node.id === selected) ? node : { ...node, selected: node.id === selected },
      ),
    );
    if (selected && view.current) reveal(view.current, selected, false);
  }, [selected, setNodes]);
  return (
    <StepActionsContext value={actions}>
      <ReactFlow<CanvasNode, WireEdge>
        className="flow"
        aria-label={label}
        defaultNodes={first.nodes}
        defaultEdges={first.edges}
        defaultViewport={first.viewport}
        nodeTypes={NODES}
        edgeTypes={EDGES}
        {...handlers.current}
        disableKeyboardA11y
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={onSelect !== undefined}
        edgesFocusable={false}
        elementsSelectable={false}
        minZoom={0.15}
        maxZoom={2}
        panOnScroll
        zoomOnDoubleClick={false}
        onlyRenderVisibleElements={graph.nodes.length > DRAWN_MAX}
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} gap={16} size={1.5} />
        <Panel position="bottom-right" className="m-3! rounded-md border bg-background shadow-xs">
          <ZoomBar view={view} />
        </Panel>
      </ReactFlow>
    </StepActionsContext>
  );
}
