"use client";

import type { ComponentProps, ReactNode } from "react";
import { RefreshButton } from "@/components/common/refresh-button";
import { SearchInput } from "@/components/common/search-input";

interface ListToolbarProps {
  /** What the search looks at, e.g. "Search name, account, phone"; without it there is no search. */
  search?: string;
  keyword?: string;
  onKeyword?: (keyword: string) => void;
  /** State segments and filters, in this order (design 7.1). */
  children?: ReactNode;
  /** A list that grows while it is looked at is read once more. */
  refresh?: ComponentProps<typeof RefreshButton>;
  /** Columns and export, at the right. */
  end?: ReactNode;
}

/** The line above a list: search, states, filters, then what concerns the whole list. */
export function ListToolbar({ search, keyword = "", onKeyword, children, refresh, end }: ListToolbarProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b px-4 py-3 md:px-5">
      {search && (
        <SearchInput
          label={search}
          value={keyword}
          onChange={(word) => onKeyword?.(word)}
          soft
          className="w-full md:w-60"
        />
      )}
      {children}
      {(refresh || end) && (
        <div className="ml-auto flex items-center gap-2 max-md:flex-wrap">
          {refresh && <RefreshButton {...refresh} />}
          {end}
        </div>
      )}
    </div>
  );
}
