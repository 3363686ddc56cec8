"use client";

import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type KeyboardEvent, type ReactElement, useDeferredValue, useState } from "react";
import { SearchInput } from "@/components/common/search-input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { choicesQuery } from "@/lib/features/reports/hooks";
import type { ChoiceKind } from "@/lib/features/reports/kinds";
import { useReportTexts } from "./format";

interface ChoicePopoverProps {
  kind: ChoiceKind;
  value: string | undefined;
  /** What choosing nothing is called. */
  anyLabel: string;
  trigger: ReactElement;
  onChange: (value: string | undefined) => void;
}

/** A searched list to choose one of; opens as soon as it has been loaded. Arrow keys move, Enter chooses. */
export function ChoicePopover({ kind, value, anyLabel, trigger, onChange }: ChoicePopoverProps) {
  const t = useReportTexts();
  const [open, setOpen] = useState(true);
  const [keyword, setKeyword] = useState("");
  const searched = useDeferredValue(keyword.trim());
  const { data, isPending, isError } = useQuery({ ...choicesQuery(kind, { keyword: searched }), enabled: open });
  const choose = (next: string | undefined) => {
    setOpen(false);
    onChange(next);
  };
  const any = { id: "", name: anyLabel, detail: "" };
  const options = searched ? (data?.items ?? []) : [any, ...(data?.items ?? [])];
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setKeyword("");
      }}
    >
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="start" aria-label={t(`filter.${kind}`)} className="w-72 p-2" onKeyDown={moveFocus}>
        <SearchInput label={t("filter.search")} value={keyword} onChange={setKeyword} soft maxLength={200} />
        <ul className="mt-2 max-h-72 overflow-y-auto">
          {options.map(({ id, name, detail }) => (
            <li key={id}>
              <button
                type="button"
                data-option
                aria-pressed={id === (value ?? "")}
                onClick={() => choose(id || undefined)}
                className="flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1 text-left text-sm -outline-offset-2 hover:bg-muted pointer-coarse:min-h-11"
              >
                <span className="min-w-0 flex-1 truncate">
                  {name}
                  {detail && <span className="ml-2 text-fg-3 text-xs">{detail}</span>}
                </span>
                {id === (value ?? "") && <Check aria-hidden size={14} className="shrink-0 text-primary-ink" />}
              </button>
            </li>
          ))}
        </ul>
        {isPending && <Skeleton className="m-2 w-40" />}
        {isError && (
          <p role="alert" className="px-2 py-3 text-danger-ink text-sm">
            {t("filter.failed")}
          </p>
        )}
        {data && options.length === 0 && (
          <p role="status" className="px-2 py-3 text-fg-3 text-sm">
            {t("filter.none")}
          </p>
        )}
      </PopoverContent>
    </Popover>
  );
}

/** From the search field into the list and through it. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, [data-option]")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
}
