"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { type FileUpload, FileUploads, type UploadLimits } from "@/lib/features/knowledge/file-uploads";
import { knowledgeKeys } from "@/lib/features/knowledge/hooks";
import { isUnderWay } from "@/lib/ingestion/client/uploads";

const NONE: readonly FileUpload[] = [];

/** The uploads of a visit; the base's lists are read anew with each file that was stored. */
export function useFileUploads(
  baseId: string,
  { filesMax, sizeMax }: UploadLimits,
): { uploads: FileUploads; items: readonly FileUpload[] } {
  const client = useQueryClient();
  const uploads = useMemo(() => {
    const told = () => void client.invalidateQueries({ queryKey: knowledgeKeys.all });
    const made = new FileUploads(baseId, { filesMax, sizeMax }, told);
    made.hold();
    return made;
  }, [client, baseId, filesMax, sizeMax]);
  const items = useSyncExternalStore(uploads.subscribe, uploads.snapshot, () => NONE);
  const isBusy = items.some(({ state }) => isUnderWay(state));
  // Leaving loses what has not gone out yet; what was accepted goes on without the page.
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isBusy]);
  return { uploads, items };
}
