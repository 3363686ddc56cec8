"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { documentKeys } from "@/lib/features/documents/hooks";
import { type Upload, Uploads } from "@/lib/features/documents/uploads";

const NONE: readonly Upload[] = [];

/** The uploads of a screen; the lists are read anew with each document that was stored. */
export function useUploads(onStored?: (documentId: string) => void): { uploads: Uploads; items: readonly Upload[] } {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one queue as long as the screen stands
  const uploads = useMemo(
    () =>
      new Uploads((document) => {
        void client.invalidateQueries({ queryKey: documentKeys.lists });
        void client.invalidateQueries({ queryKey: documentKeys.folders });
        onStored?.(document.id);
      }),
    [client],
  );
  const items = useSyncExternalStore(uploads.subscribe, uploads.snapshot, () => NONE);
  return { uploads, items };
}
