import { type RefObject, useEffect } from "react";
import { readStored, STORED } from "@/lib/client/stored";
import { asClipping, fromClipping } from "@/lib/features/apps/workflow/copying";
import { connected, edgeRefusal, inOrder } from "@/lib/features/apps/workflow/edit";
import type { Position } from "@/lib/features/apps/workflow/graph";
import { handlesOf } from "@/lib/features/apps/workflow/outputs";
import {
  addComment,
  duplicate,
  move,
  nextInDirection,
  nextInOrder,
  paste,
  pickedGraph,
  removePicked,
} from "./flow-actions";
import type { FlowStore } from "./flow-store";
import { type CanvasView, middleOf, reveal, showAll } from "./view";

interface FlowKeys {
  store: FlowStore;
  view: RefObject<CanvasView | null>;
  onAdd: () => void;
  onFind: () => void;
  /** Said of a connection that is made with the keys. */
  onSay: (what: "begun" | "made" | "none") => void;
}

/** Pixels one step with Shift and an arrow moves what is picked. */
const NUDGE = 8;
const FIELDS = "input, textarea, select, [contenteditable=true], [role=menu], [role=dialog], [role=listbox]";
const ARROWS: Record<string, Position> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Keys of the canvas (design 8); none of them takes what is typed in a field. */
export function useFlowKeys(keys: FlowKeys): void {
  const { store, view } = keys;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said and opened is the same at every render
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (event.isComposing || event.defaultPrevented || target?.closest("[role=dialog]")) return;
      const isCommand = event.metaKey || event.ctrlKey;
      if (isCommand && !event.altKey && event.key.toLowerCase() === "f") {
        event.preventDefault();
        keys.onFind();
        return;
      }
      if (event.key === "Escape" && target?.closest("[data-flow-settings]")) {
        closeSettings(keys);
        event.preventDefault();
        return;
      }
      if (target?.closest(FIELDS)) return;
      const isDone = store.get().wiring
        ? wire(keys, event)
        : isCommand
          ? command(store, event)
          : plain(keys, event, currentOf(store, target));
      if (isDone) event.preventDefault();
    };
    const isOutside = (event: ClipboardEvent) =>
      (event.target instanceof HTMLElement && event.target.closest(FIELDS) !== null) || event.defaultPrevented;
    const handleCopy = (event: ClipboardEvent) => {
      const picked = pickedGraph(store);
      if (isOutside(event) || !picked || window.getSelection()?.toString()) return;
      event.clipboardData?.setData("text/plain", asClipping(picked));
      event.preventDefault();
      if (event.type === "cut") removePicked(store);
    };
    const handlePaste = (event: ClipboardEvent) => {
      if (isOutside(event)) return;
      const graph = fromClipping(event.clipboardData?.getData("text/plain") ?? "");
      if (!graph) return;
      event.preventDefault();
      paste(store, graph);
    };
    window.addEventListener("keydown", handleKey);
    document.addEventListener("copy", handleCopy);
    document.addEventListener("cut", handleCopy);
    document.addEventListener("paste", handlePaste);
    return () => {
      window.removeEventListener("keydown", handleKey);
      document.removeEventListener("copy", handleCopy);
      document.removeEventListener("cut", handleCopy);
      document.removeEventListener("paste", handlePaste);
    };
  }, [store, view]);
}

/** The node in focus, or the only one that is picked. */
function currentOf(store: FlowStore, target: HTMLElement | null): string | null {
  const { selected } = store.get();
  const focused = target?.closest<HTMLElement>(".react-flow__node")?.dataset.id;
  const id = focused ?? (selected.size === 1 ? [...selected][0] : undefined);
  return store.graph().nodes.some((node) => node.id === id) ? (id ?? null) : null;
}

function command(store: FlowStore, { key, shiftKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return false;
  const name = key.toLowerCase();
  if (name === "z") (shiftKey ? store.redo : store.undo)();
  else if (name === "y" && !shiftKey) store.redo();
  else if (name === "d" && !shiftKey) duplicate(store);
  else if (name === "a" && !shiftKey) {
    const { nodes, comments } = store.graph();
    store.patch({ selected: new Set([...nodes, ...comments].map(({ id }) => id)), open: null });
  } else return false;
  return true;
}

function plain({ store, view, ...keys }: FlowKeys, event: KeyboardEvent, current: string | null): boolean {
  const { key, altKey, shiftKey } = event;
  const graph = store.graph();
  const go = (id: string | null) => {
    if (id === null) return false;
    store.patch({ selected: new Set([id]), selectedEdges: new Set(), ...(store.get().open !== null && { open: id }) });
    if (view.current) reveal(view.current, id, true);
    return true;
  };
  const arrow = ARROWS[key];
  if (arrow && altKey && arrow.y !== 0) return go(nextInOrder(graph, current, arrow.y === 1 ? 1 : -1));
  if (altKey) return false;
  const inCanvas = event.target instanceof HTMLElement && event.target.closest(".flow") !== null;
  if (arrow && shiftKey && inCanvas) return nudge(store, arrow);
  if (arrow && inCanvas && current !== null) return go(nextInDirection(graph, current, key));
  if (key === "Escape") {
    const { open, selected, path } = store.get();
    if (open !== null) closeSettings({ store, view });
    else if (selected.size > 0) store.patch({ selected: new Set(), selectedEdges: new Set() });
    else if (path.length > 0) store.enter(path.slice(0, -1));
    else return false;
    return true;
  }
  const isOnButton = event.target instanceof HTMLElement && event.target.closest("button, a") !== null;
  if (key === "Enter" && !isOnButton && current !== null) {
    store.show(current);
    return true;
  }
  if ((key === "Delete" || key === "Backspace") && !isOnButton) {
    removePicked(store);
    return true;
  }
  if (readStored(STORED.singleKeys) === "off") return false;
  if (event.code === "Digit1" && shiftKey) {
    if (view.current) showAll(view.current);
    return true;
  }
  if (shiftKey) return false;
  if (key.toLowerCase() === "n") keys.onAdd();
  else if (key.toLowerCase() === "c") {
    if (!view.current) return false;
    addComment(store, middleOf(view.current));
  } else if (key.toLowerCase() === "p" && current !== null) return beginWiring(store, current, keys.onSay);
  else return false;
  return true;
}

/** The focus goes back to the node whose settings they were. */
function closeSettings({ store, view }: Pick<FlowKeys, "store" | "view">): void {
  const { open } = store.get();
  store.patch({ open: null });
  if (open !== null && view.current) reveal(view.current, open, true);
}

function nudge(store: FlowStore, arrow: Position): boolean {
  const { selected } = store.get();
  const { nodes, comments } = store.graph();
  const places = [...nodes, ...comments].flatMap(({ id, position }): [string, Position][] =>
    position && selected.has(id) ? [[id, { x: position.x + arrow.x * NUDGE, y: position.y + arrow.y * NUDGE }]] : [],
  );
  if (places.length > 0) move(store, new Map(places), "nudge");
  return places.length > 0;
}

/** Begins a connection from a node: the first branch, and the first node below that it may lead to. */
export function beginWiring(store: FlowStore, source: string, say: FlowKeys["onSay"]): boolean {
  const node = store.graph().nodes.find(({ id }) => id === source);
  if (!node) return false;
  const handles = handlesOf(node);
  const wiring = { source, handles, handle: 0, targets: targetsOf(store, source, handles[0] ?? null), target: 0 };
  say(wiring.targets.length > 0 ? "begun" : "none");
  if (wiring.targets.length > 0) store.patch({ wiring });
  return true;
}

/** Nodes a branch may lead to, those that come after its node first. */
function targetsOf(store: FlowStore, source: string, sourceHandle: string | null): string[] {
  const graph = store.graph();
  const order = inOrder(graph).map(({ id }) => id);
  const at = order.indexOf(source);
  return [...order.slice(at + 1), ...order.slice(0, at)].filter(
    (target) => edgeRefusal(graph, { source, sourceHandle, target }) === null,
  );
}

function wire({ store, view, onSay }: FlowKeys, { key }: KeyboardEvent): boolean {
  const { wiring } = store.get();
  if (!wiring) return false;
  const arrow = ARROWS[key];
  if (key === "Escape") store.patch({ wiring: null });
  else if (key === "Enter") {
    const { source, handles, handle, targets, target } = wiring;
    const edge = { source, sourceHandle: handles[handle] ?? null, target: targets[target]! };
    store.commitHere((graph) => connected(graph, edge));
    store.patch({ wiring: null });
    onSay("made");
    if (view.current) reveal(view.current, source, true);
  } else if (arrow && arrow.x !== 0 && wiring.handles.length > 1) {
    const handle = (wiring.handle + arrow.x + wiring.handles.length) % wiring.handles.length;
    const targets = targetsOf(store, wiring.source, wiring.handles[handle] ?? null);
    if (targets.length > 0) store.patch({ wiring: { ...wiring, handle, targets, target: 0 } });
  } else if (arrow && arrow.y !== 0) {
    const target = (wiring.target + arrow.y + wiring.targets.length) % wiring.targets.length;
    store.patch({ wiring: { ...wiring, target } });
    if (view.current) reveal(view.current, wiring.targets[target]!, false);
  } else return false;
  return true;
}
