"use client";

import { useQuery } from "@tanstack/react-query";
import { Globe, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { SearchInput } from "@/components/common/search-input";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { choicesQuery } from "@/lib/features/search/hooks";
import { SOURCES_CHOSEN_MAX } from "@/lib/features/search/modes";

/** A source as a search knows it. */
export interface ChosenSource {
  id: string;
  name: string;
}

interface ScopePickerProps {
  chosen: readonly ChosenSource[];
  onChange: (sources: readonly ChosenSource[]) => void;
}

/** Where the next question is searched: sources by name, or what the organisation has set (spec C1). */
export function ScopePicker({ chosen, onChange }: ScopePickerProps) {
  const t = useTranslations("search.scope");
  const count = chosen.length;
  const Icon = count > 0 ? ShieldCheck : Globe;
  return (
    <Popover>
      <PopoverTrigger
        aria-label={`${t("label")}: ${count > 0 ? t("chosen", { count }) : t("default")}`}
        className={cn(
          "inline-flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-sm px-2 text-sm pointer-coarse:h-11",
          count > 0 ? "bg-primary-soft text-primary-ink" : "text-fg-2 hover:bg-muted data-[state=open]:bg-muted",
        )}
      >
        <Icon aria-hidden size={15} strokeWidth={1.75} />
        {/* On a phone the model and the button that sends stand in the same row. */}
        {count > 0 && <span className="tnum md:hidden">{count}</span>}
        <span className="max-md:hidden">{count > 0 ? t("chosen", { count }) : t("default")}</span>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        side="top"
        className="flex max-h-[min(60dvh,28rem)] w-80 max-w-[calc(100vw-16px)] flex-col p-2"
      >
        <Choices chosen={chosen} onChange={onChange} />
      </PopoverContent>
    </Popover>
  );
}

function Choices({ chosen, onChange }: ScopePickerProps) {
  const t = useTranslations("search.scope");
  const [keyword, setKeyword] = useState("");
  const wanted = useDeferredValue(keyword.trim());
  const { data, isError } = useQuery(choicesQuery(wanted));
  const isFull = chosen.length >= SOURCES_CHOSEN_MAX;
  // What is chosen stands first, also where the words do not find it.
  const others = (data?.items ?? []).filter(({ id }) => !chosen.some((one) => one.id === id));
  const known = new Map(data?.items.map((one) => [one.id, one]));
  const shown: readonly ChosenSource[] = [...chosen, ...others];
  return (
    <>
      <SearchInput label={t("search")} value={keyword} onChange={setKeyword} className="shrink-0" />
      <p role="status" className="shrink-0 px-2 pb-1 pt-2 text-fg-3 text-xs">
        {isFull ? t("full", { max: SOURCES_CHOSEN_MAX }) : t("hint", { max: SOURCES_CHOSEN_MAX })}
        {data && data.byDefault !== "nothing" && (
          <span className="block">{t(data.byDefault === "web" ? "openWeb" : "trusted")}</span>
        )}
      </p>
      {isError && !data && <p className="px-2 py-3 text-fg-3 text-sm">{t("failed")}</p>}
      {data && shown.length === 0 && <p className="px-2 py-3 text-fg-3 text-sm">{t(wanted ? "none" : "empty")}</p>}
      <ul aria-label={t("list")} className="min-h-0 overflow-y-auto">
        {shown.map(({ id, name }) => {
          const isOn = chosen.some((one) => one.id === id);
          const field = `scope-${id}`;
          const domains = known.get(id)?.domains;
          return (
            <li key={id}>
              <label
                htmlFor={field}
                className="flex min-h-9 items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-muted pointer-coarse:min-h-11"
              >
                <Checkbox
                  id={field}
                  checked={isOn}
                  disabled={!isOn && isFull}
                  onCheckedChange={(checked) =>
                    onChange(checked ? [...chosen, { id, name }] : chosen.filter((one) => one.id !== id))
                  }
                />
                <span className="min-w-0 flex-1 truncate">{name}</span>
                {domains !== undefined && (
                  <span className="tnum shrink-0 text-fg-3 text-xs">{t("domains", { count: domains })}</span>
                )}
              </label>
            </li>
          );
        })}
      </ul>
      {chosen.length > 0 && (
        <Button size="sm" variant="ghost" className="mt-1 shrink-0 self-start" onClick={() => onChange([])}>
          {t("clear")}
        </Button>
      )}
    </>
  );
}
