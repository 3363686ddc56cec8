import { createStore, type Store } from "@/lib/client/store";
import { type FlowProblem, flowProblems, incompleteIn } from "@/lib/features/apps/workflow/check";
import { type FlowPath, findNode, graphAt, withGraphAt } from "@/lib/features/apps/workflow/edit";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";
import { begun, type History, recorded, redone, undone } from "@/lib/features/apps/workflow/history";
import { placed } from "@/lib/features/apps/workflow/layout";

/** A field that is to get the focus; another turn asks once more. */
export interface Asked {
  nodeId: string;
  field: string | null;
  turn: number;
}

/** A connection that is being made with the keys: from a branch of a node to one of those it may lead to. */
export interface Wiring {
  source: string;
  handles: readonly (string | null)[];
  handle: number;
  targets: readonly string[];
  target: number;
}

export interface FlowState {
  history: History<FlowGraph>;
  /** Containers that are open, the outermost first. */
  path: FlowPath;
  /** Nodes and comments. */
  selected: ReadonlySet<string>;
  selectedEdges: ReadonlySet<string>;
  /** Whose settings are open; null: nobody's. */
  open: string | null;
  asked: Asked | null;
  wiring: Wiring | null;
  problems: readonly FlowProblem[];
}

/** Problems are looked for so long after the last change, milliseconds: not at every letter. */
const CHECK_MS = 150;

const NOTHING: ReadonlySet<string> = new Set();

/** A workflow while it is drawn. Outside React, so that a change is seen only by what shows it; it outlives the tab it is on. */
export interface FlowStore extends Store<FlowState> {
  root: () => FlowGraph;
  /** The graph in view. */
  graph: () => FlowGraph;
  /** A step that can be taken back; of one key in close succession they are one. */
  commit: (change: (root: FlowGraph) => FlowGraph, key?: string) => void;
  /** The same of the graph in view. */
  commitHere: (change: (graph: FlowGraph) => FlowGraph, key?: string) => void;
  undo: () => void;
  redo: () => void;
  enter: (path: FlowPath) => void;
  /** Opens the graph a node stands in, and its settings, at a field. */
  show: (nodeId: string, field?: string) => void;
  patch: (part: Partial<FlowState>) => void;
  /** Looks for problems at once; the list. */
  check: () => readonly FlowProblem[];
  /** Problems only the server knows of. */
  refuse: (problems: readonly FlowProblem[]) => void;
}

export function createFlowStore(first: FlowGraph): FlowStore {
  const start = placed(first);
  const store = createStore<FlowState>({
    history: begun(start),
    path: [],
    selected: NOTHING,
    selectedEdges: NOTHING,
    open: null,
    asked: null,
    wiring: null,
    // The server took it: it can only be unfinished. To look for more of a large one delays its first sight.
    problems: incompleteIn(start),
  });
  const patch = (part: Partial<FlowState>) => store.set((state) => ({ ...state, ...part }));
  const root = () => store.get().history.present;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refused: readonly FlowProblem[] = [];
  const check = () => {
    clearTimeout(timer);
    const own = flowProblems(root());
    const isKnown = (one: FlowProblem) =>
      own.some(({ nodeId, field, code }) => nodeId === one.nodeId && field === one.field && code === one.code);
    const problems = [...own, ...refused.filter((one) => !isKnown(one))];
    patch({ problems });
    return problems;
  };
  /** Takes a history on; what is gone with it is no longer open. */
  const take = (history: History<FlowGraph>) => {
    const { path, open } = store.get();
    const kept = path.findIndex((_, index) => !graphAt(history.present, path.slice(0, index + 1)));
    const isOpen = open !== null && findNode(history.present, open) !== null;
    patch({ history, path: kept < 0 ? path : path.slice(0, kept), open: isOpen ? open : null });
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_MS);
  };
  const commit: FlowStore["commit"] = (change, key) => {
    const { history } = store.get();
    take(recorded(history, change(history.present), key ?? null, Date.now()));
  };
  return {
    ...store,
    root,
    graph: () => graphAt(root(), store.get().path) ?? root(),
    commit,
    commitHere: (change, key) => {
      const { path } = store.get();
      commit((whole) => {
        const graph = graphAt(whole, path);
        return graph ? withGraphAt(whole, path, change(graph)) : whole;
      }, key);
    },
    undo: () => take(undone(store.get().history)),
    redo: () => take(redone(store.get().history)),
    enter: (path) => {
      commitPlaces(store, path);
      patch({ path, selected: NOTHING, selectedEdges: NOTHING, open: null, wiring: null });
    },
    show: (nodeId, field) => {
      const found = findNode(root(), nodeId);
      if (!found) return;
      commitPlaces(store, found.path);
      patch({
        path: found.path,
        open: nodeId,
        selected: new Set([nodeId]),
        selectedEdges: NOTHING,
        wiring: null,
        asked: { nodeId, field: field ?? null, turn: (store.get().asked?.turn ?? 0) + 1 },
      });
    },
    patch,
    check,
    refuse: (problems) => {
      if (problems.length + refused.length === 0) return;
      refused = problems;
      check();
    },
  };
}

/** Nodes inside a container that have no place yet are given one when it is opened; that is no step of its own. */
function commitPlaces(store: Store<FlowState>, path: FlowPath): void {
  store.set((state) => {
    const { present } = state.history;
    const graph = graphAt(present, path);
    const next = graph && placed(graph);
    if (!next || next === graph) return state;
    return { ...state, history: { ...state.history, present: withGraphAt(present, path, next) } };
  });
}
