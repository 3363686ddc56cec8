"use client";

import type { CSSProperties, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { ResizeHandle, usePanelWidth } from "./resize-handle";

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

/** How the side is drawn below 1280; on phones an overlay draws itself as a sheet. */
const SIDE = {
  overlay:
    "max-md:contents md:max-xl:absolute md:max-xl:inset-y-0 md:max-xl:right-0 md:max-xl:z-(--z-sticky) md:max-xl:w-[min(540px,90%)] md:max-xl:border-l md:max-xl:shadow-lg",
  content: "max-xl:hidden",
  side: "max-xl:min-w-0 max-xl:flex-1",
} as const;

/** Content with a panel at its right whose width is dragged, or moved with arrow keys, and remembered (design 2). */
export function Split({ name, initial, label, side, children, narrow = "overlay" }: SplitProps) {
  const panel = usePanelWidth({ name, initial, least: LEAST, most: MOST });
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className={cn("flex min-w-0 flex-1 flex-col", side && narrow === "side" && "max-xl:hidden")}>{children}</div>
      {side && (
        <>
          <ResizeHandle
            panel={panel}
            label={label}
            className="relative z-(--z-sticky) hidden w-px shrink-0 cursor-col-resize touch-none bg-border before:absolute before:inset-y-0 before:-inset-x-1 hover:bg-primary focus-visible:bg-primary xl:block"
          />
          <aside
            style={{ "--side": `${panel.width}px` } as CSSProperties}
            className={cn("flex min-h-0 flex-col bg-background xl:w-(--side) xl:shrink-0", SIDE[narrow])}
          >
            {side}
          </aside>
        </>
      )}
    </div>
  );
}
