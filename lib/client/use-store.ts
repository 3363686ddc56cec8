import { useSyncExternalStore } from "react";
import type { Store } from "./store";

/** Reads a store; on the server and during hydration the first value given to it. */
export function useStore<T>(store: Store<T>, onServer: T): T {
  return useSyncExternalStore(store.subscribe, store.get, () => onServer);
}
