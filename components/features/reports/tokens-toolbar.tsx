"use client";

import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { ListToolbar } from "@/components/common/list-toolbar";
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
  onChange: (patch: Partial<TokensState>) => void;
  onClear: () => void;
}

/** Typing asks once it rests, milliseconds. */
const REST_MS = 300;

/** Search, filters in any combination, and how departments are put. It begins anew with `key`. */
export function TokensToolbar({ dimension, state, isFiltered, onChange, onClear }: TokensToolbarProps) {
  const t = useReportTexts();
  const { keyword } = state;
  const [text, setText] = useState(keyword);
  // A timer: every letter would be a question to the database.
  useEffect(() => {
    if (text.trim() === keyword) return;
    const timer = setTimeout(() => onChange({ keyword: text.trim(), page: 1 }), REST_MS);
    return () => clearTimeout(timer);
  }, [text, keyword, onChange]);
  return (
    <ListToolbar search={t(`tokens.search.${dimension}`)} keyword={text} onKeyword={setText}>
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
    </ListToolbar>
  );
}
