"use client";

import { useLocale, useTranslations } from "next-intl";
import { memo, type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import type { DraftDto, EditorsDto } from "@/lib/features/apps/dto";
import type { FlowProblem } from "@/lib/features/apps/workflow/check";
import { graphAt } from "@/lib/features/apps/workflow/edit";
import { newGraph } from "@/lib/features/apps/workflow/examples";
import type { FlowGraph, NodeType } from "@/lib/features/apps/workflow/graph";
import { Canvas } from "./canvas";
import { CheckMenu } from "./check-menu";
import { FindBar } from "./find-bar";
import { addComment, addNode } from "./flow-actions";
import { FlowProvider, useFlowState } from "./flow-context";
import { FlowCrumbs } from "./flow-crumbs";
import { FlowList } from "./flow-list";
import { createFlowStore, type FlowStore } from "./flow-store";
import { FlowTools } from "./flow-tools";
import { NodeSettings } from "./node-settings";
import { Outline } from "./outline";
import { Palette } from "./palette";
import { PanelFrame } from "./panel-frame";
import { useFlowKeys } from "./use-flow-keys";
import { type CanvasView, middleOf, reveal } from "./view";
import { WiringBar } from "./wiring-bar";

/** Where parts of the editor stand that belong to the frame around it. */
export interface FlowSlots {
  /** Among the actions of the top bar. */
  check: HTMLElement | null;
  /** At the end of the row of tabs. */
  tools: HTMLElement | null;
}

export interface FlowEditorProps {
  appId: string;
  /** The graph as it was kept last. */
  graph: FlowGraph;
  options: ConversationOptions;
  slots: FlowSlots;
  /** Keeps the workflow while other tabs are looked at, with what can be taken back. */
  memory: RefObject<unknown>;
  /** What the server did not keep, such as a base this person may not use. */
  refused: readonly FlowProblem[];
  /** Asked before publishing: whether it may be; if not, what is wrong is shown. */
  guard: RefObject<(() => boolean) | null>;
  /** Who wrote comments. */
  authors: DraftDto["authors"];
  others: EditorsDto["others"];
  /** Tells whose settings are open. */
  onStand: (nodeId: string | null) => void;
  onChange: (graph: FlowGraph) => void;
}

const PHONE = "(width < 640px)";
const subscribe = (listener: () => void) => {
  const query = window.matchMedia(PHONE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** What is typed changes the draft around it at every letter; the frame stays. */
const Frame = memo(function Frame({
  store,
  slots,
  guard,
}: Pick<FlowEditorProps, "slots" | "guard"> & { store: FlowStore }) {
  const t = useTranslations("apps-flow");
  const locale = useLocale();
  const isPhone = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(PHONE).matches,
    () => false,
  );
  const view = useRef<CanvasView | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const [finding, setFinding] = useState(0);
  const [isChecking, setChecking] = useState(false);
  const [said, setSaid] = useState("");
  const open = useFlowState((state) => state.open);
  const root = useFlowState(({ history }) => history.present);
  const isEmpty = useFlowState(({ history, path }) => graphAt(history.present, path)?.nodes.length === 0);
  const find = () => setFinding((turn) => turn + 1);
  useFlowKeys({
    store,
    view,
    onAdd: () => search.current?.focus(),
    onFind: find,
    onSay: (what) => setSaid(t(`wiring.${what}`)),
  });
  useEffect(() => {
    guard.current = () => {
      const isFine = store.check().length === 0;
      if (!isFine) setChecking(true);
      return isFine;
    };
    return () => {
      guard.current = null;
    };
  }, [guard, store]);
  const handleAdd = useCallback(
    (type: NodeType) => {
      if (!view.current) return;
      const added = addNode(store, type, { middle: middleOf(view.current) });
      // As soon as it is drawn.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (added && view.current) reveal(view.current, added, true);
        }),
      );
    },
    [store],
  );
  const check = <CheckMenu open={isChecking} onOpenChange={setChecking} />;
  if (isPhone) {
    return (
      <>
        {slots.check && createPortal(check, slots.check)}
        <FlowList />
      </>
    );
  }
  return (
    <>
      {slots.check && createPortal(check, slots.check)}
      {slots.tools &&
        createPortal(
          <FlowTools onFind={find} onComment={() => view.current && addComment(store, middleOf(view.current))} />,
          slots.tools,
        )}
      <div lang={locale} className="relative flex min-h-0 flex-1">
        <Palette field={search} onAdd={handleAdd} />
        <section aria-label={t("canvas.label")} className="relative flex min-w-0 flex-1 flex-col">
          <Outline graph={root} />
          <Canvas view={view} />
          {isEmpty && (
            <p className="pointer-events-none absolute inset-0 m-auto h-fit w-fit text-fg-3 text-sm">
              {t("canvas.empty")}
            </p>
          )}
          <FlowCrumbs />
          {finding > 0 && <FindBar turn={finding} onClose={() => setFinding(0)} />}
          <WiringBar said={said} />
        </section>
        {open !== null && (
          <PanelFrame label={t("panel.label")} resize={t("panel.resize")}>
            <NodeSettings />
          </PanelFrame>
        )}
      </div>
    </>
  );
});

const NOTHING_OPEN = () => null;

/** Where a workflow is drawn. */
export function FlowEditor(props: FlowEditorProps) {
  const { appId, graph, options, memory, refused, authors, others, onStand, onChange, slots, guard } = props;
  const [store] = useState(() => {
    const kept = memory.current as FlowStore | null;
    const made = kept ?? createFlowStore(graph.nodes.length > 0 ? graph : newGraph());
    memory.current = made;
    return made;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it began with is looked at once
  useEffect(() => {
    let last = store.root();
    // An empty workflow begins with a form and an answer, which are kept from the start.
    if (graph.nodes.length === 0 && store.get().history.past.length === 0) onChange(last);
    return store.subscribe(() => {
      const now = store.root();
      if (now === last) return;
      last = now;
      onChange(now);
    });
  }, [store, onChange]);
  useEffect(() => store.refuse(refused), [store, refused]);
  const open = useSyncExternalStore(store.subscribe, () => store.get().open, NOTHING_OPEN);
  useEffect(() => onStand(open), [onStand, open]);
  return (
    <FlowProvider store={store} appId={appId} options={options} authors={authors} others={others}>
      <Frame store={store} slots={slots} guard={guard} />
    </FlowProvider>
  );
}
