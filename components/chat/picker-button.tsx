import type { LucideIcon } from "lucide-react";
import { LazyTrigger, type LazyTriggerProps } from "@/components/common/lazy-trigger";
import { cn } from "@/components/ui/cn";

interface PickerButtonProps extends Pick<LazyTriggerProps, "load" | "children"> {
  label: string;
  icon: LucideIcon;
  /** Stands beside the icon where there is room. */
  word: string;
  /** Things that are chosen. */
  count: number;
}

/** A choice at the foot of the composer: an icon with its word, and how many are chosen. */
export function PickerButton({ label, icon: Icon, word, count, ...popover }: PickerButtonProps) {
  return (
    <LazyTrigger
      {...popover}
      opens="dialog"
      button={(handlers) => (
        <button
          type="button"
          {...handlers}
          aria-label={label}
          data-tooltip={label}
          className={cn(
            "inline-flex h-7 shrink-0 items-center gap-1 rounded-sm px-1.5 text-sm hover:bg-muted data-[state=open]:bg-muted pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center",
            count > 0 ? "text-primary-ink" : "text-fg-3",
          )}
        >
          <Icon aria-hidden size={15} strokeWidth={1.75} />
          <span aria-hidden className="hidden whitespace-nowrap @xl/composer:inline">
            {word}
          </span>{" "}
          {count > 0 && <span className="tnum text-xs">{count}</span>}
        </button>
      )}
    />
  );
}
