"use client";

import { Pencil } from "lucide-react";
import { createContext, type RefObject, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { cn } from "@/components/ui/cn";
import type { ReaderRulers } from "../types";
import { Drawn, type Edges, type Place } from "./measure";

/** Room beside the page that rulers need, pixels; 0 without any. */
export const RulerRoom = createContext(0);
export const RULER_ROOM = 84;

interface Measured {
  frame: HTMLElement;
  left: Place[];
  right: Place[];
  outer: Place[];
  evidence: Edges[];
}

/** Slices beside the page and on it. Drawn over whatever view shows the text, where its words stand. */
export function Rulers({ root, rulers }: { root: RefObject<HTMLElement | null>; rulers: ReaderRulers }) {
  const [measured, setMeasured] = useState<Measured | null>(null);
  const { left = [], right = [], outer = [], evidence } = rulers;

  useEffect(() => {
    const holder = root.current;
    if (!holder) return;
    let handle = 0;
    let before = "";
    const measure = () => {
      const frame = holder.querySelector<HTMLElement>("[data-reader-frame]");
      if (!frame) return setMeasured(null);
      const drawn = new Drawn(frame);
      const next = {
        left: drawn.places(left),
        right: drawn.places(right),
        outer: drawn.places(outer),
        evidence: evidence ? drawn.lines(evidence) : [],
      };
      const seen = JSON.stringify(next);
      if (seen === before) return;
      before = seen;
      setMeasured({ frame, ...next });
    };
    const soon = () => {
      cancelAnimationFrame(handle);
      handle = requestAnimationFrame(measure);
    };
    soon();
    const changes = new MutationObserver((records) => {
      if (records.some(({ target }) => !(target as Element).closest?.("[data-rulers]"))) soon();
    });
    changes.observe(holder, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["data-from", "style"],
    });
    const sizes = new ResizeObserver(soon);
    sizes.observe(holder);
    return () => {
      cancelAnimationFrame(handle);
      changes.disconnect();
      sizes.disconnect();
    };
  }, [root, left, right, outer, evidence]);

  if (!measured) return null;
  const { onSlice, look, isDimmed } = rulers;
  const tops = { left: labelTops(measured.left), right: labelTops(measured.right), outer: labelTops(measured.outer) };
  return createPortal(
    <div data-rulers className={cn("pointer-events-none absolute inset-0 z-3", isDimmed && "opacity-40")}>
      {measured.evidence.map((line) => (
        <span
          key={`e${line.top}-${line.left}`}
          className="absolute bg-evidence mix-blend-multiply dark:mix-blend-screen dark:opacity-40"
          style={boxOf(line)}
        />
      ))}
      {[...measured.left, ...measured.right].map((place) => (
        <Details key={place.slice.id} place={place} />
      ))}
      {measured.left.map((place) =>
        look === "boxes" ? (
          <Box key={place.slice.id} place={place} labelTop={tops.left.get(place)} onSlice={onSlice} />
        ) : (
          <Bracket key={place.slice.id} place={place} side="left" labelTop={tops.left.get(place)} onSlice={onSlice} />
        ),
      )}
      {measured.right.map((place) => (
        <Bracket
          key={place.slice.id}
          place={place}
          side="right"
          labelTop={tops.right.get(place)}
          isBorder={place.slice.from > 0}
          onSlice={onSlice}
        />
      ))}
      {measured.outer.map((place) => (
        <Bracket key={place.slice.id} place={place} side="outer" labelTop={tops.outer.get(place)} onSlice={onSlice} />
      ))}
    </div>,
    measured.frame,
  );
}

/** Between two numbers, pixels: fingers meet one of them (WCAG 2.5.8). */
const LABEL_GAP = 24;

/** Where the numbers of slices stand: beside their beginning, or below the one before. */
function labelTops(places: readonly Place[]): Map<Place, number> {
  let last = Number.NEGATIVE_INFINITY;
  return new Map(
    [...places]
      .sort((a, b) => a.top - b.top)
      .map((place) => {
        last = Math.max(place.top, last + LABEL_GAP);
        return [place, last];
      }),
  );
}

const boxOf = ({ left, top, right, bottom }: Edges) => ({ left, top, width: right - left, height: bottom - top });

/** Where a slice ends inside a sentence, and what it repeats. */
function Details({ place: { end, repeated } }: { place: Place }) {
  return (
    <>
      {end && (
        <span
          data-cut
          className="absolute w-0.5 bg-danger"
          style={{ left: end.right, top: end.top, height: end.bottom - end.top }}
        />
      )}
      {repeated.map((line) => (
        <span
          key={`${line.top}-${line.left}`}
          data-overlap
          className="absolute border-b-2 border-dotted border-primary"
          style={boxOf(line)}
        />
      ))}
    </>
  );
}

interface BracketProps {
  place: Place;
  side: "left" | "right" | "outer";
  labelTop?: number;
  /** A line across the page says where it begins. */
  isBorder?: boolean;
  onSlice?: (id: string) => void;
}

/** From the page's edge, pixels. */
const AWAY = { left: 8, right: 8, outer: 48 };

function Bracket({ place, side, labelTop = place.top, isBorder, onSlice }: BracketProps) {
  const { slice, page, top, bottom } = place;
  const isLeft = side === "left";
  const tone =
    slice.isCut && isLeft
      ? "border-danger text-danger-ink"
      : isLeft
        ? "border-fg-3 text-fg-2"
        : "border-primary text-primary-ink";
  const height = Math.max(10, bottom - top - 2);
  return (
    <>
      {isBorder && (
        <span
          data-border
          className="absolute border-t border-dashed border-primary-line"
          style={{ left: page.left, width: page.right - page.left, top: top - 2 }}
        />
      )}
      <span
        data-bracket={slice.id}
        data-side={side}
        className={cn(
          "absolute w-1.5 border-y",
          isLeft ? "border-l" : "border-r",
          side === "outer" && "border-primary-line",
          slice.isActive && (isLeft ? "border-l-4" : "border-r-4"),
          tone,
        )}
        style={{ left: isLeft ? page.left - AWAY.left - 6 : page.right + AWAY[side], top, height }}
      />
      <Label
        place={place}
        side={side}
        className={cn(isLeft ? "-translate-x-full text-right" : "text-left", tone)}
        style={{ left: isLeft ? page.left - AWAY.left - 8 : page.right + AWAY[side] + 9, top: labelTop }}
        detail={height >= 30 ? slice.detail : undefined}
        onSlice={onSlice}
      />
    </>
  );
}

/** A slice as a frame around its words, its number before the page. */
function Box({ place, labelTop = place.top, onSlice }: Pick<BracketProps, "place" | "labelTop" | "onSlice">) {
  const { slice, page, top, bottom } = place;
  const inset = Math.min(16, (page.right - page.left) / 20);
  return (
    <>
      <span
        data-bracket={slice.id}
        data-active={slice.isActive || undefined}
        className={cn(
          "absolute rounded-xs border",
          slice.isActive ? "border-primary bg-primary/10" : "border-dashed border-border-strong",
          slice.isMuted && "bg-muted/60",
        )}
        style={{
          left: page.left + inset,
          width: page.right - page.left - 2 * inset,
          top: top - 3,
          height: bottom - top + 6,
        }}
      />
      <Label
        place={place}
        className={cn("-translate-x-full text-right", slice.isActive ? "font-semibold text-primary-ink" : "text-fg-2")}
        style={{ left: page.left - 6, top: labelTop }}
        onSlice={onSlice}
      />
    </>
  );
}

interface LabelProps {
  place: Place;
  side?: BracketProps["side"];
  className: string;
  style: { left: number; top: number };
  detail?: string;
  onSlice?: (id: string) => void;
}

function Label({ place: { slice }, side, className, style, detail, onSlice }: LabelProps) {
  const words = (
    <>
      <span className={cn("flex items-center gap-1", slice.isActive && "font-semibold")}>
        {slice.isHand && <Pencil aria-hidden size={11} />}
        {slice.label}
      </span>
      {detail && <span className="block text-fg-3">{detail}</span>}
    </>
  );
  const shared = cn("tnum absolute whitespace-nowrap text-xs leading-4", className);
  if (!onSlice)
    return (
      <span data-side={side} className={shared} style={style}>
        {words}
      </span>
    );
  return (
    <button
      type="button"
      data-side={side}
      aria-label={slice.name ?? slice.label}
      aria-pressed={slice.isActive ?? false}
      onClick={() => onSlice(slice.id)}
      className={cn(shared, "pointer-events-auto rounded-xs px-0.5 hover:bg-muted")}
      style={style}
    >
      {words}
    </button>
  );
}
