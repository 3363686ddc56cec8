import type { ReactNode } from "react";
import { cn } from "./cn";

export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        "inline-grid h-[18px] min-w-[18px] place-items-center rounded-xs border border-border-strong bg-background px-1 font-sans text-[11px] leading-none text-fg-3",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
