"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import type { Citation } from "@/lib/citations/dto";
import type { SourceSelection } from "./context";

/** What the reader shows: a version, the citations of the text in view, the one in focus. */
export interface Source {
  owner: string;
  versionId: string;
  citations: readonly Citation[];
  activeId: number | null;
}

/** The reader of a screen and the marks that open it. `fallback` is what it shows until one is opened. */
export function useSource(fallback: Source | null = null) {
  const [opened, setSource] = useState<Source | null>(null);
  const source = opened ?? fallback;
  const open = useCallback((owner: string, citations: readonly Citation[], id: number) => {
    const citation = citations.find((each) => each.id === id);
    if (citation) setSource({ owner, citations, activeId: id, versionId: citation.versionId });
  }, []);
  const openVersion = useCallback(
    (versionId: string) => setSource({ owner: versionId, versionId, citations: [], activeId: null }),
    [],
  );
  const follow = useCallback(
    (id: number) => {
      setSource((current) => {
        const from = current ?? fallback;
        const citation = from?.citations.find((each) => each.id === id);
        return from && citation ? { ...from, activeId: id, versionId: citation.versionId } : current;
      });
    },
    [fallback],
  );
  const close = useCallback(() => setSource(null), []);
  // What was shown last comes back with the panel.
  const last = useRef<Source | null>(null);
  if (opened) last.current = opened;
  const reopen = useCallback(() => {
    if (last.current) setSource(last.current);
    return last.current !== null;
  }, []);
  const { owner, activeId } = source ?? { owner: null, activeId: null };
  const selection = useMemo<SourceSelection>(
    () => ({ active: owner !== null && activeId !== null ? { owner, id: activeId } : null, open, openVersion }),
    [owner, activeId, open, openVersion],
  );
  return { source, selection, openVersion, follow, close, reopen };
}
