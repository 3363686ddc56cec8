import { cn } from "./cn";

export type ButtonVariant = "primary" | "default" | "ghost" | "soft" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const BASE =
  "inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-sm transition-colors duration-(--dur-fast) disabled:pointer-events-none disabled:text-fg-4";
/** What has a shape keeps it while it cannot be pressed. */
const SHAPED = "disabled:border disabled:border-border disabled:bg-muted disabled:shadow-none";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-primary font-medium text-primary-fg shadow-xs hover:bg-primary-hover active:bg-primary-active",
  default: "border border-border-strong bg-background text-fg shadow-xs hover:bg-muted active:bg-pressed",
  ghost: "text-fg-2 hover:bg-muted hover:text-fg active:bg-pressed",
  soft: "bg-primary-soft text-primary-ink hover:bg-primary-line active:bg-primary-line",
  danger: "bg-danger font-medium text-danger-fg shadow-xs hover:bg-danger-hover",
};

const SIZES: Record<ButtonSize, string> = {
  sm: "h-7 px-2 text-sm pointer-coarse:h-9",
  md: "h-8 px-3 text-sm pointer-coarse:h-11",
  lg: "h-10 px-4 text-base pointer-coarse:h-11",
};

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = "default", size: ButtonSize = "md", className?: string): string {
  return cn(BASE, variant !== "ghost" && SHAPED, VARIANTS[variant], SIZES[size], className);
}
