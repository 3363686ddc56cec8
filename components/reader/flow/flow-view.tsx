"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, use, useEffect, useRef } from "react";
import { indexAt } from "../marks";
import { leafAt, placeOf } from "../offsets";
import { RulerRoom } from "../rulers/rulers";
import type { ViewProps } from "../types";
import { useArrive } from "../use-arrive";
import { PieceRow } from "./piece-row";
import { Scan } from "./scan";

/** Width of the page at 100 %. */
const PAGE = 720;
/** Pixels a character takes on average; each piece is measured once it is drawn. */
const PER_CHARACTER = 0.55;

/** A document without pages: one long sheet of paper, drawn piece by piece. A picture lies above what was read in it. */
export function FlowView({ document, marks, hits, zoom, jump }: ViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { pieces, versionId, format } = document;
  const room = use(RulerRoom);
  const rows = useVirtualizer({
    count: pieces.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => 80 + ((pieces[index]?.to ?? 0) - (pieces[index]?.from ?? 0)) * PER_CHARACTER * zoom,
    overscan: 0,
    getItemKey: (index) => pieces[index]?.number ?? index,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: every size was measured at another zoom
  useEffect(() => rows.measure(), [zoom]);

  useArrive(frame, jump, {
    bring: ({ at }) => {
      const index = indexAt(pieces, at);
      if (!rows.getVirtualItems().some((row) => row.index === index)) rows.scrollToIndex(index, { align: "start" });
    },
    find: ({ at, picture }) => {
      const word = frame.current?.querySelector("[data-scan]");
      const seen = word && leafAt(word, at);
      if (seen) return seen.getBoundingClientRect().top;
      const piece = pieces[indexAt(pieces, at)];
      const row = frame.current?.querySelector(`[data-piece="${piece?.number}"]`);
      return (row && placeOf(row, { at, picture })?.getBoundingClientRect().top) ?? null;
    },
  });

  const style = { fontSize: 15 * zoom, maxWidth: PAGE * Math.max(1, zoom), "--point": `${zoom * 1.333}px` };
  return (
    <div
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
      tabIndex={0}
      data-reader-frame
      className="relative h-full overflow-auto bg-canvas p-3 md:p-6"
      style={room > 0 ? { paddingInline: `min(${room}px, 14%)` } : undefined}
    >
      <article
        lang={document.language ?? undefined}
        className="reader-paper mx-auto rounded-xs border bg-paper text-fg shadow-sm"
        style={style as CSSProperties}
      >
        {format === "image" && <Scan document={document} marks={marks} hits={hits} />}
        <div className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => (
            <div
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              data-piece={pieces[row.index]?.number}
              data-first={row.index === 0 || undefined}
              data-last={row.index === pieces.length - 1 || undefined}
              className="reader-text absolute inset-x-0 top-0 data-first:pt-7 data-last:pb-10"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <PieceRow versionId={versionId} number={pieces[row.index]?.number ?? 0} marks={marks} hits={hits} />
            </div>
          ))}
        </div>
      </article>
    </div>
  );
}
