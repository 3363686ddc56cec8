"use client";

import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { readWidth, saveWidth } from "@/lib/client/widths";

/** The picture of screen 22: 372, from 340 to 480. */
const LEAST = 340;
const MOST = 480;
const USUAL = 372;
const STEP = 20;
const NAME = "flow-settings";
const clamp = (width: number) => Math.min(MOST, Math.max(LEAST, Math.round(width)));

interface PanelFrameProps {
  label: string;
  /** Says what the line at its edge moves. */
  resize: string;
  children: ReactNode;
}

/** The panel beside the canvas; its width is dragged, or moved with arrow keys, and remembered. */
export function PanelFrame({ label, resize, children }: PanelFrameProps) {
  const [width, setWidth] = useState(USUAL);
  const drag = useRef<{ x: number; width: number } | null>(null);
  useEffect(() => setWidth(clamp(readWidth(NAME) ?? USUAL)), []);
  const choose = (next: number) => {
    setWidth(clamp(next));
    saveWidth(NAME, clamp(next));
  };
  const handleKey = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: MOST, End: LEAST }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(next);
  };
  return (
    <aside
      aria-label={label}
      style={{ "--flow-panel": `${width}px` } as CSSProperties}
      className="relative flex min-h-0 w-(--flow-panel) shrink-0 flex-col border-l max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-(--z-sticky) max-lg:max-w-[90%] max-lg:shadow-lg"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a line that is moved, not a rule between paragraphs */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={resize}
        aria-valuenow={width}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        tabIndex={0}
        onKeyDown={handleKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, width };
        }}
        onPointerMove={(event) => {
          if (drag.current) setWidth(clamp(drag.current.width + drag.current.x - event.clientX));
        }}
        onPointerUp={() => {
          drag.current = null;
          choose(width);
        }}
        onDoubleClick={() => choose(USUAL)}
        className="absolute inset-y-0 -left-1 z-(--z-sticky) w-2 cursor-col-resize touch-none hover:bg-primary-line focus-visible:bg-primary-line"
      />
      {children}
    </aside>
  );
}
