"use client";

import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Input } from "@/components/ui/input";

interface ListToolbarProps {
  /** What the search looks at, e.g. "Search name, account, phone"; without it there is no search. */
  search?: string;
  keyword?: string;
  onKeyword?: (keyword: string) => void;
  /** State segments and filters, in this order (design 7.1). */
  children?: ReactNode;
  /** Columns and export, at the right. */
  end?: ReactNode;
}

/** The line above a list: search, states, filters, then what concerns the whole list. */
export function ListToolbar({ search, keyword = "", onKeyword, children, end }: ListToolbarProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b px-4 py-3 md:px-5">
      {search && (
        <Input
          soft
          icon={Search}
          type="search"
          aria-label={search}
          placeholder={search}
          maxLength={120}
          value={keyword}
          onChange={(event) => onKeyword?.(event.target.value)}
          className="w-full md:w-60"
        />
      )}
      {children}
      {end && <div className="ml-auto flex items-center gap-2">{end}</div>}
    </div>
  );
}
