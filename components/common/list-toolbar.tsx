"use client";

import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, lazy, type ReactNode, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { RefreshButton } from "@/components/common/refresh-button";
import { SearchInput } from "@/components/common/search-input";
import { Button } from "@/components/ui/button";

const FilterSheet = lazy(() => import("./filter-sheet").then((module) => ({ default: module.FilterSheet })));

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

/** The line above a list: search, states, filters, then what concerns the whole list. On a phone filters are one sheet. */
export function ListToolbar({ search, keyword = "", onKeyword, children, refresh, end }: ListToolbarProps) {
  const t = useTranslations("common.filters");
  const [isFiltering, setIsFiltering] = useState(false);
  return (
    <div data-toolbar className="flex shrink-0 flex-wrap items-center gap-2 border-b px-4 py-3 max-md:py-2 md:px-5">
      {search && (
        <SearchInput
          label={search}
          value={keyword}
          onChange={(word) => onKeyword?.(word)}
          soft
          className="min-w-40 flex-1 md:w-60 md:flex-none"
        />
      )}
      {children && (
        <>
          <div className="contents max-md:hidden">{children}</div>
          <Button icon={SlidersHorizontal} className="md:hidden" onClick={() => setIsFiltering(true)}>
            {t("title")}
          </Button>
          <LazyBoundary onFailure={() => setIsFiltering(false)}>
            {isFiltering && <FilterSheet onClose={() => setIsFiltering(false)}>{children}</FilterSheet>}
          </LazyBoundary>
        </>
      )}
      {(refresh || end) && (
        <div className="ml-auto flex items-center gap-2 max-md:flex-wrap">
          {refresh && <RefreshButton {...refresh} />}
          {end}
        </div>
      )}
    </div>
  );
}
