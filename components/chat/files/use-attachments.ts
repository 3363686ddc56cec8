"use client";

import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { keptIn, readDraftFiles } from "@/lib/client/drafts";
import { reportFailure } from "@/lib/client/report-failure";
import type { Attachment, Attachments, FileLimits } from "@/lib/features/chat/attachments";

const NONE: readonly Attachment[] = [];
const nothing = () => NONE;
const never = () => () => undefined;

/** Drafts files were attached to in this visit: what is still on its way is found again. */
const begun = new Set<string>();

/** The files of an unsent question. What they need is loaded with the first of them. */
export function useAttachments(draft: string, limits: FileLimits) {
  const [store, setStore] = useState<Attachments | null>(null);
  const items = useSyncExternalStore(store?.subscribe ?? never, store?.snapshot ?? nothing, nothing);
  const { files, bytes } = limits;

  const open = useCallback(async (): Promise<Attachments> => {
    const { attachmentsOf } = await import("@/lib/features/chat/attachments");
    const opened = attachmentsOf(draft, { files, bytes });
    setStore(opened);
    return opened;
  }, [draft, files, bytes]);

  useEffect(() => {
    const left = [draft, keptIn(draft)].some((name) => readDraftFiles(name).length > 0);
    if (!begun.has(draft) && !left) return;
    open()
      .then((opened) => opened.restore())
      .catch(reportFailure);
  }, [draft, open]);

  const add = useCallback(
    (added: readonly File[]) => {
      begun.add(draft);
      open()
        .then((opened) => opened.add(added))
        .catch(reportFailure);
    },
    [draft, open],
  );
  /** A file the person has already; why it cannot go along, else null. */
  const addStored = useCallback(
    async (id: string) => {
      begun.add(draft);
      return (await open()).addStored(id);
    },
    [draft, open],
  );
  return { store, items, add, addStored };
}
