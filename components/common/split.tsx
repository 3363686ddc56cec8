"use client";

import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { cn } from "@/components/ui/cn";
import { readWidth, saveWidth } from "@/lib/client/widths";

interface SplitProps {
  /** Under which the width is remembered. */
  name: string;
  /** Pixels of the side, until the person chooses. */
  initial: number;
  /** Says what the line between moves. */
  label: string;
  side: ReactNode;
  children: ReactNode;
  /** Below 1280: the side lies over the content, or one of the two is shown alone. */
  narrow?: "overlay" | "content" | "side";
}

/** Design 2: side panels take 360 to 640. */
const LEAST = 360;
const MOST = 640;
const STEP = 20;
const clamp = (width: number) => Math.min(MOST, Math.max(LEAST, Math.round(width)));

/** How the side is drawn below 1280; on phones an overlay draws itself as a sheet. */
const SIDE = {
  overlay:
    "max-md:contents md:max-xl:absolute md:max-xl:inset-y-0 md:max-xl:right-0 md:max-xl:z-(--z-sticky) md:max-xl:w-[min(540px,90%)] md:max-xl:border-l md:max-xl:shadow-lg",
  content: "max-xl:hidden",
  side: "max-xl:min-w-0 max-xl:flex-1",
} as const;

/** Content with a panel at its right whose width is dragged, or moved with arrow keys, and remembered (design 2). */
export function Split({ name, initial, label, side, children, narrow = "overlay" }: SplitProps) {
  const [width, setWidth] = useState(initial);
  const drag = useRef<{ x: number; width: number } | null>(null);

  useEffect(() => setWidth(clamp(readWidth(name) ?? initial)), [name, initial]);

  const choose = (next: number) => {
    setWidth(clamp(next));
    saveWidth(name, clamp(next));
  };
  const handleKey = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: MOST, End: LEAST }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  const handleMove = (event: PointerEvent) => {
    if (drag.current) setWidth(clamp(drag.current.width + drag.current.x - event.clientX));
  };
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className={cn("flex min-w-0 flex-1 flex-col", side && narrow === "side" && "max-xl:hidden")}>{children}</div>
      {side && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a line that is moved, not a rule between paragraphs */}
          <div
            role="separator"
            aria-orientation="vertical"
            aria-label={label}
            aria-valuenow={width}
            aria-valuemin={LEAST}
            aria-valuemax={MOST}
            tabIndex={0}
            onKeyDown={handleKey}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              drag.current = { x: event.clientX, width };
            }}
            onPointerMove={handleMove}
            onPointerUp={() => {
              drag.current = null;
              choose(width);
            }}
            onDoubleClick={() => choose(initial)}
            className="relative z-(--z-sticky) hidden w-px shrink-0 cursor-col-resize touch-none bg-border before:absolute before:inset-y-0 before:-inset-x-1 hover:bg-primary focus-visible:bg-primary xl:block"
          />
          <aside
            style={{ "--side": `${width}px` } as CSSProperties}
            className={cn("flex min-h-0 flex-col bg-background xl:w-(--side) xl:shrink-0", SIDE[narrow])}
          >
            {side}
          </aside>
        </>
      )}
    </div>
  );
}
