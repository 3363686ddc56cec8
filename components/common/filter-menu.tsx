"use client";

import { ChevronDown } from "lucide-react";
import { LazyMenu } from "@/components/common/lazy-menu";

interface FilterMenuProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A filter of the toolbar: its name, what is chosen, and a menu loaded when it is first wanted. */
export function FilterMenu({ label, value, options, onChange }: FilterMenuProps) {
  return (
    <LazyMenu
      choice={{ value, onValueChange: onChange, options }}
      button={(handlers) => (
        <button
          type="button"
          {...handlers}
          className="inline-flex h-8 items-center gap-2 whitespace-nowrap rounded-sm border border-border-strong bg-background px-2.5 text-sm shadow-xs hover:bg-subtle pointer-coarse:h-11"
        >
          <span className="text-fg-3">{label}</span>
          {options.find((option) => option.value === value)?.label}
          <ChevronDown aria-hidden size={14} className="text-fg-3" />
        </button>
      )}
    />
  );
}
