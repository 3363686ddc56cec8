"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FilterTrigger } from "@/components/common/filter-trigger";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { Choice, ChoiceSource } from "@/lib/client/choices";
import { SearchPicker } from "./search-picker";

interface FilterPickerProps {
  label: string;
  /** The name of what is chosen; null: all. */
  value: string | null;
  source: ChoiceSource;
  onPick: (choice: Choice | null) => void;
}

/** A filter of the toolbar whose values are found by a word. */
export function FilterPicker({ label, value, source, onPick }: FilterPickerProps) {
  const t = useTranslations("common.picker");
  const [open, setOpen] = useState(false);
  return (
    <span className="inline-flex items-center">
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <FilterTrigger>
            <span className="text-fg-3">{label}</span>
            <span className="max-w-40 truncate">{value ?? t("all")}</span>
          </FilterTrigger>
        </PopoverTrigger>
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
      {value !== null && (
        <IconButton
          icon={X}
          size={24}
          label={t("clear", { name: label })}
          onClick={() => onPick(null)}
          className="ml-0.5"
        />
      )}
    </span>
  );
}
