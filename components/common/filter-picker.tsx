"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { FilterTrigger } from "@/components/common/filter-trigger";
import { IconButton } from "@/components/ui/icon-button";
import type { Choice, ChoiceSource } from "@/lib/client/choices";
import { LazyTrigger } from "./lazy-trigger";
import { loadedPart } from "./loaded-part";

const SearchPopover = loadedPart(async () => (await import("./search-popover")).SearchPopover);

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
  return (
    <span className="inline-flex items-center">
      <LazyTrigger
        opens="dialog"
        load={SearchPopover.preload}
        button={(handlers) => (
          <FilterTrigger {...handlers}>
            <span className="text-fg-3">{label}</span>
            <span className="max-w-40 truncate">{value ?? t("all")}</span>
          </FilterTrigger>
        )}
      >
        {(trigger) => (
          <SearchPopover fallback={trigger} trigger={trigger} label={label} source={source} onPick={onPick} />
        )}
      </LazyTrigger>
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
