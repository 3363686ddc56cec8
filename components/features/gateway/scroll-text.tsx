import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface ScrollTextProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** A long text in a frame of its own. */
export function ScrollText({ label, className, children }: ScrollTextProps) {
  const shape = cn("overflow-auto whitespace-pre-wrap break-words p-3", className);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={shape}>
      {children}
    </section>
  );
}
