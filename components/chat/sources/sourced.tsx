"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { usePreloadedReader } from "@/components/reader/reader";
import type { Citation } from "@/lib/citations/dto";
import { resolvedQuery } from "@/lib/features/reader/hooks";
import type { GroundednessData } from "@/lib/stream/parts";
import { CitationMark } from "./citation-mark";
import { MarkedTextContext } from "./context";
import { SourceChips } from "./source-chips";
import { SupportLine } from "./support-line";

interface SourcedProps {
  /** Of the citations: an answer, an overview, a cell. */
  owner: string;
  citations: readonly Citation[];
  support?: GroundednessData | null;
  isRunning?: boolean;
  /** The marked text. */
  children: ReactNode;
  /** Under short texts the marks are enough. */
  chips?: boolean;
  /** How much of it is borne out is said elsewhere. */
  hasLine?: boolean;
}

/** A text with citation marks, its sources below. */
export function Sourced({
  owner,
  citations,
  support,
  isRunning = false,
  chips = true,
  hasLine = true,
  children,
}: SourcedProps) {
  const { data: resolved } = useQuery({ ...resolvedQuery(citations), enabled: !isRunning && citations.length > 0 });
  usePreloadedReader(citations);
  const marked = useMemo(() => {
    const doubtful = new Set(support?.unsupported);
    const doubtsOf = (id: number) =>
      support?.doubts?.filter((doubt) => doubt.id === id).map(({ kind, text }) => ({ kind, text }));
    const judged = support
      ? citations.map((each) =>
          doubtful.has(each.id) ? { ...each, supported: false, doubts: each.doubts ?? doubtsOf(each.id) } : each,
        )
      : citations;
    const unchecked = new Set(support?.unchecked);
    const gone = new Set(citations.filter(({ id }) => resolved?.get(id)?.state === "gone").map(({ id }) => id));
    return { Mark: CitationMark, owner, citations: judged, gone, unchecked, isRunning };
  }, [owner, citations, support, isRunning, resolved]);
  return (
    <MarkedTextContext value={marked}>
      {children}
      {chips && !isRunning && <SourceChips owner={owner} citations={marked.citations} gone={marked.gone} />}
      {support && hasLine && <SupportLine support={support} />}
    </MarkedTextContext>
  );
}
