"use client";

import dynamic from "next/dynamic";
import { dialogStore } from "@/lib/client/dialogs";
import { openDocumentStore } from "@/lib/client/documents";
import { useStore } from "@/lib/client/use-store";

const ServiceDialogs = dynamic(() => import("./service-dialog").then((module) => module.ServiceDialogs), {
  ssr: false,
});
const DocumentDialog = dynamic(() => import("./document-dialog").then((module) => module.DocumentDialog), {
  ssr: false,
});

const NONE: readonly never[] = [];

/** The place dialogs of the dialog service appear in; their code is loaded when the first one opens. */
export function DialogHost() {
  const dialogs = useStore(dialogStore, NONE);
  const document = useStore(openDocumentStore, null);
  return (
    <>
      {dialogs.length > 0 && <ServiceDialogs dialogs={dialogs} />}
      {document && <DocumentDialog name={document} onClose={() => openDocumentStore.set(null)} />}
    </>
  );
}
