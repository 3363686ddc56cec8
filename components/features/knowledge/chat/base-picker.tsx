"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown, LibraryBig } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { SearchInput } from "@/components/common/search-input";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { ALL_BASES, basesQuery } from "@/lib/features/knowledge/hooks";
import { BASES_CHOSEN_MAX, type BaseIcon as Icon } from "@/lib/features/knowledge/limits";
import { BaseIcon } from "../base-icon";

/** A base as a conversation knows it. */
export interface ChosenBase {
  id: string;
  name: string;
  icon: Icon;
}

interface BasePickerProps {
  chosen: readonly ChosenBase[];
  onChange: (bases: readonly ChosenBase[]) => void;
  /** In the top bar, or at the foot of the composer. */
  place: "bar" | "composer";
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The one to three bases a question is put to (spec 5). */
export function BasePicker({ chosen, onChange, place, isOpen, onOpenChange }: BasePickerProps) {
  const t = useTranslations("knowledge-chat.picker");
  const count = chosen.length;
  return (
    <Popover open={isOpen} onOpenChange={onOpenChange}>
      <PopoverTrigger asChild>
        <button
          type="button"
          className={cn(
            "inline-flex shrink-0 items-center gap-1.5 pointer-coarse:h-11",
            place === "bar"
              ? "h-8 rounded-md border border-border-strong px-3 text-sm hover:bg-muted max-sm:px-2"
              : "h-7 rounded-sm px-2 text-sm",
            place === "composer" &&
              (count > 0 ? "bg-primary-soft text-primary-ink" : "text-fg-2 hover:bg-muted data-[state=open]:bg-muted"),
          )}
        >
          <LibraryBig aria-hidden size={15} strokeWidth={1.75} />
          {place === "bar" ? (
            <>
              <span className="max-sm:sr-only">{t("chosen", { count })}</span>
              <span aria-hidden className="tnum sm:hidden">
                {count}
              </span>
              <ChevronDown aria-hidden size={14} className="text-fg-3" />
            </>
          ) : (
            <span className="tnum whitespace-nowrap">{t("short", { count, max: BASES_CHOSEN_MAX })}</span>
          )}
        </button>
      </PopoverTrigger>
      <PopoverContent
        align={place === "bar" ? "end" : "start"}
        side={place === "bar" ? "bottom" : "top"}
        className="flex max-h-[min(60dvh,28rem)] w-80 max-w-[calc(100vw-16px)] flex-col p-2"
      >
        <Choices chosen={chosen} onChange={onChange} />
      </PopoverContent>
    </Popover>
  );
}

function Choices({ chosen, onChange }: Pick<BasePickerProps, "chosen" | "onChange">) {
  const t = useTranslations("knowledge-chat.picker");
  const [keyword, setKeyword] = useState("");
  const wanted = useDeferredValue(keyword);
  const { data, isError } = useQuery(basesQuery({ ...ALL_BASES, keyword: wanted, pageSize: 50 }));
  const isFull = chosen.length >= BASES_CHOSEN_MAX;
  // What is chosen stands first, also where the words do not find it.
  const others = (data?.items ?? []).filter(({ id }) => !chosen.some((base) => base.id === id));
  const shown: readonly (ChosenBase & { fileCount?: number })[] = [...chosen, ...others];
  const toggle = ({ id, name, icon }: ChosenBase, isOn: boolean) =>
    onChange(isOn ? [...chosen, { id, name, icon }] : chosen.filter((base) => base.id !== id));
  return (
    <>
      <SearchInput label={t("search")} value={keyword} onChange={setKeyword} className="shrink-0" />
      <p role="status" className="shrink-0 px-2 pb-1 pt-2 text-xs text-fg-3">
        {chosen.length === 0
          ? t("required")
          : isFull
            ? t("full", { max: BASES_CHOSEN_MAX })
            : t("hint", { max: BASES_CHOSEN_MAX })}
      </p>
      {isError && !data && <p className="px-2 py-3 text-sm text-fg-3">{t("failed")}</p>}
      {data && shown.length === 0 && <p className="px-2 py-3 text-sm text-fg-3">{t(wanted ? "none" : "empty")}</p>}
      <ul aria-label={t("list")} className="min-h-0 overflow-y-auto">
        {shown.map((base) => {
          const isOn = chosen.some(({ id }) => id === base.id);
          const id = `pick-${base.id}`;
          return (
            <li key={base.id}>
              <label
                htmlFor={id}
                className="flex min-h-9 items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-muted pointer-coarse:min-h-11"
              >
                <Checkbox
                  id={id}
                  checked={isOn}
                  // The last one stays: a question needs a base.
                  disabled={isOn ? chosen.length === 1 : isFull}
                  onCheckedChange={(checked) => toggle(base, checked)}
                />
                <BaseIcon icon={base.icon} id={base.id} />
                <span className="min-w-0 flex-1 truncate">{base.name}</span>
                {base.fileCount !== undefined && <span className="tnum text-xs text-fg-3">{base.fileCount}</span>}
              </label>
            </li>
          );
        })}
      </ul>
    </>
  );
}
