"use client";

import { lazy, Suspense } from "react";
import { dialogStore } from "@/lib/client/dialogs";
import { openDocumentStore } from "@/lib/client/documents";
import { useStore } from "@/lib/client/use-store";

const ServiceDialogs = lazy(() => import("./service-dialog").then((m) => ({ default: m.ServiceDialogs })));
const DocumentDialog = lazy(() => import("./document-dialog").then((m) => ({ default: m.DocumentDialog })));

const NONE: readonly never[] = [];

/** The place dialogs of the dialog service appear in; their code is loaded when the first one opens. */
export function DialogHost() {
  const dialogs = useStore(dialogStore, NONE);
  const document = useStore(openDocumentStore, null);
  return (
    <Suspense>
      {dialogs.length > 0 && <ServiceDialogs dialogs={dialogs} />}
      {document && <DocumentDialog name={document} onClose={() => openDocumentStore.set(null)} />}
    </Suspense>
  );
}
