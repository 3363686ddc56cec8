import { cn } from "@/components/ui/cn";
import type { GapDrag } from "./use-channel-drag";

/** Between two levels: a channel dropped here gets a level of its own. Only there while something is dragged. */
export function DropLine({ isDragging, isOver, isLast, ...handlers }: GapDrag & { isLast?: boolean }) {
  if (!isDragging) return null;
  return (
    <div aria-hidden {...handlers} className={cn("absolute inset-x-0 z-1 h-3", isLast ? "-bottom-1.5" : "-top-1.5")}>
      <span className={cn("absolute inset-x-2 top-1/2 h-0.5 -translate-y-1/2 rounded-full", isOver && "bg-primary")} />
    </div>
  );
}
