"use client";

import { type OnSelectionChangeParams, ReactFlowProvider, useOnSelectionChange, useReactFlow } from "@xyflow/react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { CanvasSurface } from "./canvas-surface";
import { useFlow, useFlowState } from "./flow-context";
import { NoteAuthorsContext } from "./note";
import type { CanvasNode, WireEdge } from "./step-types";
import { useEditedSteps } from "./use-edited-steps";
import { useFrame } from "./use-frame";
import { useShown } from "./use-shown";
import { type CanvasView, reveal, startViewport } from "./view";

interface CanvasProps {
  view: RefObject<CanvasView | null>;
}

/** The graph in view, to be drawn on. Another container is another canvas. */
export function Canvas({ view }: CanvasProps) {
  const path = useFlowState((state) => state.path);
  const { frame, isThere } = useFrame<HTMLDivElement>();
  return (
    <div ref={frame} className="flex min-h-0 flex-1 flex-col">
      {isThere && (
        <ReactFlowProvider key={path.join("/")}>
          <Drawn view={view} frame={frame} />
        </ReactFlowProvider>
      )}
    </div>
  );
}

function Drawn({ view, frame }: CanvasProps & { frame: RefObject<HTMLDivElement | null> }) {
  const { store, authors } = useFlow();
  const { nodes, edges } = useEditedSteps();
  const [first] = useState(() => ({ nodes, edges, viewport: startViewport(nodes, frame.current!) }));
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
  return (
    <NoteAuthorsContext value={authors}>
      <CanvasSurface view={view} first={first} frame={frame} />
    </NoteAuthorsContext>
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
