"use client";

import { type ReactElement, useState } from "react";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { Choice, ChoiceSource } from "@/lib/client/choices";
import { SearchPicker } from "./search-picker";

interface SearchPopoverProps {
  trigger: ReactElement;
  label: string;
  source: ChoiceSource;
  onPick: (choice: Choice | null) => void;
}

/** Values to be found by a word, under the button of a filter; opens as soon as it has been loaded. */
export function SearchPopover({ trigger, label, source, onPick }: SearchPopoverProps) {
  const [open, setOpen] = useState(true);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="start" aria-label={label} className="w-72 p-3 pb-64">
        <SearchPicker
          label={label}
          value={null}
          source={source}
          onChange={(choice) => {
            onPick(choice);
            setOpen(false);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}
