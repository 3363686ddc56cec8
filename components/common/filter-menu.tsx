"use client";

import { FilterTrigger } from "@/components/common/filter-trigger";
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
        <FilterTrigger {...handlers}>
          <span className="text-fg-3">{label}</span>
          {options.find((option) => option.value === value)?.label}
        </FilterTrigger>
      )}
    />
  );
}
