import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  icon: LucideIcon;
  /** Read aloud and shown as tooltip. */
  label: string;
  /** What pressing it leads to, where the label does not say so: shown and read aloud after it. */
  hint?: string;
  /** Edge in pixels; 24 at least (WCAG 2.5.8). Grows to 44 on touch. */
  size?: 24 | 28 | 32 | 44;
  iconSize?: number;
  /** A toggle that is on. */
  active?: boolean;
}

const EDGE = { 24: "size-6", 28: "size-7", 32: "size-8", 44: "size-11" } as const;

export function IconButton({
  icon: Icon,
  label,
  hint,
  size = 28,
  iconSize = 16,
  active,
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={active}
      aria-description={hint}
      data-tooltip={hint ? `${label} · ${hint}` : label}
      className={cn(
        "inline-grid shrink-0 place-items-center rounded-sm transition-colors duration-(--dur-fast) hover:bg-muted hover:text-fg active:bg-pressed disabled:pointer-events-none disabled:text-fg-4 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
        active ? "text-primary-ink" : "text-fg-3",
        EDGE[size],
        className,
      )}
    >
      <Icon aria-hidden size={iconSize} strokeWidth={1.75} fill={active ? "currentColor" : "none"} />
    </button>
  );
}
