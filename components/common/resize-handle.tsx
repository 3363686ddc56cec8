"use client";

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { readWidth, saveWidth } from "@/lib/client/widths";

const STEP = 20;

interface WidthOptions {
  /** Under which it is remembered. */
  name: string;
  /** Pixels, until the person chooses. */
  initial: number;
  least: number;
  most: number;
}

/** The width of a panel at the right that is dragged, or moved with arrow keys, and remembered. */
export function usePanelWidth({ name, initial, least, most }: WidthOptions) {
  const [width, setWidth] = useState(initial);
  const clamp = (next: number) => Math.min(most, Math.max(least, Math.round(next)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for a panel of a name
  useEffect(() => setWidth(clamp(readWidth(name) ?? initial)), [name, initial]);
  return {
    width,
    least,
    most,
    initial,
    /** While it is dragged. */
    show: (next: number) => setWidth(clamp(next)),
    choose: (next: number) => {
      setWidth(clamp(next));
      saveWidth(name, clamp(next));
    },
  };
}

interface ResizeHandleProps {
  panel: ReturnType<typeof usePanelWidth>;
  /** Says what the line moves. */
  label: string;
  className: string;
}

/** The line at the left edge of a panel that moves it. */
export function ResizeHandle({ panel, label, className }: ResizeHandleProps) {
  const { width, least, most, initial, show, choose } = panel;
  const drag = useRef<{ x: number; width: number } | null>(null);
  const handleKey = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: most, End: least }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    // What lies beside the panel has arrow keys of its own.
    event.stopPropagation();
    choose(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that is moved, not a rule between paragraphs
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (drag.current) show(drag.current.width + drag.current.x - event.clientX);
      }}
      onPointerUp={() => {
        drag.current = null;
        choose(width);
      }}
      onDoubleClick={() => choose(initial)}
      className={className}
    />
  );
}
