import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";
import type { Tone } from "./tone";

const TONES: Record<Tone, string> = {
  neutral: "bg-muted text-fg-2",
  primary: "bg-primary-soft text-primary-ink",
  success: "bg-success-soft text-success-ink",
  warning: "bg-warning-soft text-warning-ink",
  danger: "bg-danger-soft text-danger-ink",
};

interface BadgeProps {
  tone?: Tone;
  icon?: LucideIcon;
  children: ReactNode;
  className?: string;
}

/** A tag: names a kind, 20 px high. */
export function Badge({ tone = "neutral", icon: Icon, children, className }: BadgeProps) {
  return (
    <span
      className={cn(
        "inline-flex min-h-5 items-center gap-1 whitespace-nowrap rounded-xs px-1.5 text-xs",
        TONES[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden size={12} strokeWidth={2} />}
      {children}
    </span>
  );
}
