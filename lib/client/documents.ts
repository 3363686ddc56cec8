import { createStore } from "./store";

/** Texts an administrator can edit and everyone may read. */
export type DocumentName = "help" | "privacy" | "terms";

/** The document that is open as a near-full dialog, if any. */
export const openDocumentStore = createStore<DocumentName | null>(null);

export function openDocument(name: DocumentName): void {
  openDocumentStore.set(name);
}
