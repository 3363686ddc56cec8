"use client";

import { type ReactNode, useMemo } from "react";
import type { Citation } from "@/lib/citations/types";
import type { SupportData } from "@/lib/stream/parts";
import { CitationMark } from "./citation-mark";
import { MarkedTextContext } from "./context";
import { SourceChips } from "./source-chips";
import { SupportLine } from "./support-line";

interface SourcedProps {
  /** Of the citations: an answer, an overview, a cell. */
  owner: string;
  citations: readonly Citation[];
  support?: SupportData | null;
  isRunning?: boolean;
  /** The marked text. */
  children: ReactNode;
  /** Under short texts the marks are enough. */
  chips?: boolean;
}

/** A text with citation marks, its sources below. */
export function Sourced({ owner, citations, support, isRunning = false, chips = true, children }: SourcedProps) {
  const marked = useMemo(() => {
    const doubtful = new Set(support?.unsupported);
    const judged = support
      ? citations.map((each) => (doubtful.has(each.id) ? { ...each, supported: false } : each))
      : citations;
    return { Mark: CitationMark, owner, citations: judged, isRunning };
  }, [owner, citations, support, isRunning]);
  return (
    <MarkedTextContext value={marked}>
      {children}
      {chips && !isRunning && <SourceChips owner={owner} citations={marked.citations} />}
      {support && <SupportLine support={support} />}
    </MarkedTextContext>
  );
}
