"use client";

import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { SearchInput } from "@/components/common/search-input";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { FILTERS, type TokensState } from "@/lib/features/reports/address";
import type { Dimension } from "@/lib/features/reports/kinds";
import { ChoiceButton } from "./choice-button";
import { useReportTexts } from "./format";

interface TokensToolbarProps {
  dimension: Dimension;
  state: TokensState;
  isFiltered: boolean;
  /** How often the filters were cleared: each time the field begins anew. */
  clears: number;
  onChange: (patch: Partial<TokensState>) => void;
  onClear: () => void;
}

/** Typing asks once it rests, milliseconds. */
const REST_MS = 300;

/** Search, filters in any combination, and whether departments hold those below them. */
export function TokensToolbar({ dimension, state, isFiltered, clears, onChange, onClear }: TokensToolbarProps) {
  const t = useReportTexts();
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b px-4 py-3 md:px-5">
      <SearchField
        key={clears}
        label={t(`tokens.search.${dimension}`)}
        value={state.keyword}
        onChange={(keyword) => onChange({ keyword, page: 1 })}
      />
      {FILTERS.map((name) => (
        <ChoiceButton
          key={name}
          kind={name}
          label={t(`filter.${name}`)}
          anyLabel={t("filter.any")}
          value={state[name]}
          onChange={(value) => onChange({ [name]: value, page: 1 })}
        />
      ))}
      {dimension === "dept" && (
        <Segmented
          aria-label={t("tokens.scope")}
          value={state.own ? "own" : state.flat ? "below" : "tree"}
          onValueChange={(value) => onChange({ own: value === "own", flat: value !== "tree", page: 1 })}
          options={(["tree", "below", "own"] as const).map((value) => ({ value, label: t(`tokens.${value}`) }))}
        />
      )}
      {isFiltered && (
        <Button variant="ghost" icon={X} onClick={onClear}>
          {t("filter.clear")}
        </Button>
      )}
    </div>
  );
}

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  // A timer: every letter would be a question to the database.
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return <SearchInput label={label} value={text} onChange={setText} soft maxLength={200} className="w-full md:w-52" />;
}
