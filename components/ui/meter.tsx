import { cn } from "./cn";
import type { Tone } from "./tone";

const FILL: Record<Tone, string> = {
  neutral: "bg-fg-4",
  primary: "bg-primary",
  success: "bg-success",
  warning: "bg-warning",
  danger: "bg-danger",
};

interface MeterProps {
  /** 0 to 100. */
  value: number;
  label: string;
  tone?: Tone;
  /** Its width, among others; as wide as there is room. */
  className?: string;
}

/** A 4 px bar; its value stands beside it. */
export function Meter({ value, label, tone = "primary", className = "w-full" }: MeterProps) {
  const clamped = Math.min(100, Math.max(0, value));
  return (
    // biome-ignore lint/a11y/useSemanticElements: the native meter cannot be dressed alike in all browsers
    <div
      role="meter"
      aria-label={label}
      aria-valuenow={clamped}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn("h-1 overflow-hidden rounded-full bg-muted", className)}
    >
      <div className={cn("h-full rounded-full", FILL[tone])} style={{ width: `${clamped}%` }} />
    </div>
  );
}
