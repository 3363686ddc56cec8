"use client";

import { useTranslations } from "next-intl";
import { Button } from "./button";
import { cn } from "./cn";
import { Select } from "./select";

/** The page numbers to offer: first, last, the current one with its neighbours; null is a gap. */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((n, index) => {
    const before = shown[index - 1];
    if (before === undefined || n - before === 1) return [n];
    return n - before === 2 ? [n - 1, n] : [null, n];
  });
}

interface PaginationProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onPageChange: (page: number) => void;
  onPageSizeChange?: (pageSize: number) => void;
}

const SIZES = [20, 50, 100];

export function Pagination({ page, pageSize, total, onPageChange, onPageSizeChange }: PaginationProps) {
  const t = useTranslations("common.table");
  const pages = Math.max(1, Math.ceil(total / pageSize));
  let gaps = 0;
  return (
    <nav
      aria-label={t("pages")}
      className="flex min-h-12 items-center justify-between gap-2 px-5 py-1.5 text-xs text-fg-3 max-md:px-4 md:flex-wrap"
    >
      <span className="tnum">{t("total", { count: total })}</span>
      <div className="flex items-center gap-1 md:flex-wrap">
        {onPageSizeChange && (
          <Select
            size="sm"
            aria-label={t("pageSizeLabel")}
            value={String(pageSize)}
            onValueChange={(value) => onPageSizeChange(Number(value))}
            options={SIZES.map((size) => ({ value: String(size), label: t("pageSize", { size }) }))}
            className="mr-2 text-xs max-md:hidden"
          />
        )}
        <Button size="sm" variant="ghost" disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
          {t("previous")}
        </Button>
        {/* One row on a phone: where one is, instead of every page. */}
        <span className="tnum px-1 md:hidden">{t("place", { page, pages })}</span>
        {pageWindow(page, pages).map((n) => {
          if (n === null) {
            gaps += 1;
            return (
              <span key={`gap-${gaps}`} aria-hidden className="max-md:hidden">
                …
              </span>
            );
          }
          return (
            <button
              key={n}
              type="button"
              aria-current={n === page ? "page" : undefined}
              aria-label={t("page", { page: n })}
              onClick={() => onPageChange(n)}
              className={cn(
                "tnum h-7 min-w-7 rounded-sm px-1 text-center text-xs max-md:hidden pointer-coarse:h-11 pointer-coarse:min-w-11",
                n === page ? "bg-primary-soft font-semibold text-primary-ink" : "text-fg-2 hover:bg-muted",
              )}
            >
              {n}
            </button>
          );
        })}
        <Button size="sm" variant="ghost" disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
          {t("next")}
        </Button>
      </div>
    </nav>
  );
}
