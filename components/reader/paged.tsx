"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, use, useEffect, useRef, useState } from "react";
import type { Part } from "@/lib/parsing/types";
import { indexAt } from "./marks";
import { RulerRoom } from "./rulers/rulers";
import type { Jump } from "./types";
import { useArrive } from "./use-arrive";

/** Room around pages. */
const GAP = 12;
const SIDE = 28;
/** Of the width, what rulers may take on each side: a phone has little. */
const RULED_SHARE = 0.14;
/** A page is not drawn wider than this at 100 %. */
const WIDEST = 880;
/** A4 in points, for a page whose size the file does not tell. */
const USUAL = { width: 595, height: 842 };

interface PagedProps {
  parts: readonly Part[];
  zoom: number;
  jump: Jump | null;
  onPart: (number: number) => void;
  /** Draws one page at a width in pixels. */
  page: (part: Part, size: { width: number; height: number }) => ReactNode;
  /** Height of what stands below each page: notes of a slide. Measured when it is unknown. */
  isMeasured?: boolean;
  /** Top of a place on the screen, within its page's element; null while it is not drawn. */
  find: (page: Element, place: Jump) => number | null;
}

/** Pages one below the other; only those in view are drawn, at sizes known beforehand (300 pages open as fast as one). */
export function Paged({ parts, zoom, jump, onPart, page, isMeasured = false, find }: PagedProps) {
  const frame = useRef<HTMLDivElement>(null);
  const available = useWidth(frame);
  const side = Math.max(SIDE, Math.min(use(RulerRoom), available * RULED_SHARE));
  const fit = Math.min(WIDEST, Math.max(160, available - 2 * side));
  const sizeOf = (part: Part | undefined) => {
    const { width, height } = part?.width && part.height ? (part as typeof USUAL) : USUAL;
    return { width: fit * zoom, height: (fit * zoom * height) / width };
  };
  const rows = useVirtualizer({
    count: available > 0 ? parts.length : 0,
    getScrollElement: () => frame.current,
    estimateSize: (index) => sizeOf(parts[index]).height + GAP,
    overscan: 1,
    paddingStart: GAP,
    getItemKey: (index) => parts[index]?.number ?? index,
    onChange: ({ scrollOffset, scrollRect, measurementsCache }) => {
      const line = (scrollOffset ?? 0) + (scrollRect?.height ?? 0) / 3;
      const at = indexAt(
        measurementsCache.map(({ start, end }) => ({ from: start, to: end })),
        line,
      );
      const part = parts[at];
      if (part) onPart(part.number);
    },
  });

  /** Height of the pages as they were last laid out; 0 while they never were. */
  const laidOut = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page has another size now
  useEffect(() => {
    const box = frame.current;
    const before = laidOut.current;
    rows.measure();
    // What was read stays in view while the pages grow. Where nothing was laid out, nothing was read.
    if (!box || before === 0) return;
    const share = (box.scrollTop + box.clientHeight / 3) / before;
    const frameRequest = requestAnimationFrame(() => {
      box.scrollTop = share * rows.getTotalSize() - box.clientHeight / 3;
    });
    return () => cancelAnimationFrame(frameRequest);
  }, [zoom, fit]);
  useEffect(() => {
    laidOut.current = available > 0 ? rows.getTotalSize() : 0;
  });

  const indexOf = ({ at, part }: Jump) =>
    part === undefined
      ? indexAt(parts, at)
      : Math.max(
          0,
          parts.findIndex(({ number }) => number === part),
        );

  useArrive(frame, jump, {
    bring: (target) => {
      if (available === 0) return;
      const index = indexOf(target);
      if (!rows.getVirtualItems().some((row) => row.index === index)) rows.scrollToIndex(index, { align: "start" });
    },
    find: (target) => {
      const element = frame.current?.querySelector(`[data-part="${parts[indexOf(target)]?.number}"]`);
      if (!element) return null;
      return target.to === "part" ? element.getBoundingClientRect().top : find(element, target);
    },
  });

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
    <div ref={frame} tabIndex={0} data-reader-frame className="relative h-full overflow-auto bg-canvas">
      <div className="relative mx-auto" style={{ height: rows.getTotalSize() + GAP, minWidth: fit * zoom + 2 * side }}>
        {rows.getVirtualItems().map((row) => {
          const part = parts[row.index];
          if (!part) return null;
          const size = sizeOf(part);
          return (
            <div
              key={row.key}
              ref={isMeasured ? rows.measureElement : undefined}
              data-index={row.index}
              data-part={part.number}
              className="absolute inset-x-0 top-0 mx-auto"
              style={{ width: size.width, transform: `translateY(${row.start}px)`, paddingBottom: GAP }}
            >
              {page(part, size)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Width of the frame; 0 before it is known. */
function useWidth(frame: React.RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    setWidth(box.clientWidth);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
