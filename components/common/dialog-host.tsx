"use client";

import { lazy } from "react";
import { dialogStore } from "@/lib/client/dialogs";
import { openDocumentStore } from "@/lib/client/documents";
import { useStore } from "@/lib/client/use-store";
import { LazyBoundary } from "./lazy-boundary";

const ServiceDialogs = lazy(() => import("./service-dialog").then((m) => ({ default: m.ServiceDialogs })));
const DocumentDialog = lazy(() => import("./document-dialog").then((m) => ({ default: m.DocumentDialog })));

/** Nothing can be shown: what waits for an answer gets the answer of a closed dialog. */
function closeAll(): void {
  openDocumentStore.set(null);
  for (const dialog of dialogStore.get()) dialog.settle(false);
}

const NONE: readonly never[] = [];

/** The place dialogs of the dialog service appear in; their code is loaded when the first one opens. */
export function DialogHost() {
  const dialogs = useStore(dialogStore, NONE);
  const document = useStore(openDocumentStore, null);
  return (
    <LazyBoundary onFailure={closeAll}>
      {dialogs.length > 0 && <ServiceDialogs dialogs={dialogs} />}
      {document && <DocumentDialog name={document} onClose={() => openDocumentStore.set(null)} />}
    </LazyBoundary>
  );
}
