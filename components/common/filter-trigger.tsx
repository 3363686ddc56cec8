"use client";

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

/** The button of a filter: what it says, and that there is more to choose from. */
export function FilterTrigger({ children, ...button }: Omit<ComponentProps<"button">, "className" | "type">) {
  return (
    <button
      type="button"
      {...button}
      className="inline-flex h-8 items-center gap-2 whitespace-nowrap rounded-sm border border-border-strong bg-background px-2.5 text-sm shadow-xs hover:bg-subtle pointer-coarse:h-11"
    >
      {children}
      <ChevronDown aria-hidden size={14} className="text-fg-3" />
    </button>
  );
}
