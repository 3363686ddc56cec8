import { createStore } from "./store";

export interface UndoOffer {
  id: number;
  text: string;
  undo: () => Promise<void>;
}

/** What was just done and can be taken back (design 7.3). A new offer replaces the last. */
export const undoStore = createStore<UndoOffer | null>(null);

let last = 0;

export function offerUndo(text: string, undo: () => Promise<void>): void {
  last += 1;
  undoStore.set({ id: last, text, undo });
}

export function withdrawUndo(id: number): void {
  undoStore.set((offer) => (offer?.id === id ? null : offer));
}
