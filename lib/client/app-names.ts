import { api } from "./api-client";
import { createStore } from "./store";

/** Ids asked for in one call. */
const MOST = 50;

/** Names of apps by their ids; null: asked for, and not (yet) known. */
export const appNamesStore = createStore<ReadonlyMap<string, string | null>>(new Map());

const wanted = new Set<string>();

/** Has the name of an app read, together with the others that are wanted at this moment. */
export function wantAppName(id: string): void {
  if (appNamesStore.get().has(id) || wanted.has(id)) return;
  if (wanted.size === 0) queueMicrotask(() => void readWanted());
  wanted.add(id);
}

async function readWanted(): Promise<void> {
  const ids = [...wanted].slice(0, MOST);
  for (const id of ids) wanted.delete(id);
  if (wanted.size > 0) queueMicrotask(() => void readWanted());
  const known = await api.get("/apps/names", { query: { ids: ids.join(",") } }).then(
    ({ items }) => items,
    // What has no name stands for itself.
    () => [],
  );
  appNamesStore.set((names) => {
    const next = new Map(names);
    for (const id of ids) next.set(id, known.find((app) => app.id === id)?.name ?? null);
    return next;
  });
}
