"use client";

import type { CSSProperties, ReactNode } from "react";
import { ResizeHandle, usePanelWidth } from "@/components/common/resize-handle";

/** The picture of screen 22: 372, from 340 to 480. */
const WIDTHS = { name: "flow-settings", initial: 372, least: 340, most: 480 };

interface PanelFrameProps {
  label: string;
  /** Says what the line at its edge moves. */
  resize: string;
  children: ReactNode;
}

/** The panel beside the canvas; its width is dragged, or moved with arrow keys, and remembered. */
export function PanelFrame({ label, resize, children }: PanelFrameProps) {
  const panel = usePanelWidth(WIDTHS);
  return (
    <aside
      aria-label={label}
      style={{ "--flow-panel": `${panel.width}px` } as CSSProperties}
      className="relative flex min-h-0 w-(--flow-panel) shrink-0 flex-col border-l max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-(--z-sticky) max-lg:max-w-[90%] max-lg:shadow-lg"
    >
      <ResizeHandle
        panel={panel}
        label={resize}
        className="absolute inset-y-0 -left-1 z-(--z-sticky) w-2 cursor-col-resize touch-none hover:bg-primary-line focus-visible:bg-primary-line"
      />
      {children}
    </aside>
  );
}
