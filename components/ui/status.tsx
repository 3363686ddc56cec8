import type { ReactNode } from "react";
import { cn } from "./cn";
import type { Tone } from "./tone";

const FILLED: Record<Tone, string> = {
  neutral: "bg-fg-4",
  primary: "bg-primary",
  success: "bg-success",
  warning: "bg-warning",
  danger: "bg-danger",
};

interface StatusProps {
  tone: Tone;
  /** Unknown or disabled. */
  hollow?: boolean;
  children: ReactNode;
  className?: string;
}

/** A state: always a dot and a word (design 1.6). */
export function Status({ tone, hollow, children, className }: StatusProps) {
  return (
    <span className={cn("inline-flex items-center gap-2 whitespace-nowrap text-sm text-fg-2", className)}>
      <span
        aria-hidden
        className={cn(
          "inline-block size-2 shrink-0 rounded-full",
          hollow ? "border-[1.5px] border-fg-4" : FILLED[tone],
        )}
      />
      {children}
    </span>
  );
}
