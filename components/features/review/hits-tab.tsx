"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, useDeferredValue } from "react";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { FilterMenu } from "@/components/common/filter-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useAppName } from "@/components/common/use-app-name";
import { useMinute } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Segmented } from "@/components/ui/segmented";
import { REVIEW_SIDES, type ReviewSide } from "@/lib/config/review-kinds";
import type { ReviewHitDto } from "@/lib/features/review/dto";
import { HITS_PAGE, reviewHitsQuery, reviewRulesQuery } from "@/lib/features/review/hooks";

const HitDrawer = lazy(() => import("./hit-drawer").then((module) => ({ default: module.HitDrawer })));

export interface HitsState {
  keyword: string;
  side: ReviewSide | "all";
  /** Of one rule; null for all. */
  rule: string | null;
  page: number;
  open: string | null;
}

interface HitsTabProps {
  state: HitsState;
  onChange: (patch: Partial<HitsState>) => void;
}

const ALL = "all";

/** Questions and answers that rules held back, the newest first; their words stay behind the privacy policy. */
export function HitsTab({ state, onChange }: HitsTabProps) {
  const t = useTranslations("review");
  const { keyword, side, rule, page, open } = state;
  const rules = useQuery(reviewRulesQuery).data?.items ?? [];
  const query = useQuery(
    reviewHitsQuery({
      page,
      keyword: useDeferredValue(keyword) || undefined,
      side: side === ALL ? undefined : side,
      ruleId: rule ?? undefined,
    }),
  );
  const columns = useColumns((id) => onChange({ open: id }));
  const isNarrowed = keyword !== "" || side !== ALL || rule !== null;
  const handleClose = () => onChange({ open: null });
  return (
    <>
      <ListToolbar
        search={t("hits.search")}
        keyword={keyword}
        onKeyword={(next) => onChange({ keyword: next, page: 1 })}
      >
        <Segmented
          aria-label={t("column.side")}
          value={side}
          onValueChange={(next) => onChange({ side: next as HitsState["side"], page: 1 })}
          options={[ALL, ...REVIEW_SIDES].map((value) => ({ value, label: t(`hits.${value as typeof side}`) }))}
        />
        {rules.length > 0 && (
          <FilterMenu
            label={t("column.rule")}
            value={rule ?? ALL}
            options={[
              { value: ALL, label: t("hits.all") },
              ...rules.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(next) => onChange({ rule: next === ALL ? null : next, page: 1 })}
          />
        )}
      </ListToolbar>
      <DataTable
        label={t("hits.title")}
        columns={columns}
        rowKey={(hit) => hit.id}
        state={query}
        page={page}
        pageSize={HITS_PAGE}
        onPageChange={(next) => onChange({ page: next })}
        onOpen={(hit) => onChange({ open: hit.id })}
        onClearFilters={isNarrowed ? () => onChange({ keyword: "", side: ALL, rule: null, page: 1 }) : undefined}
        empty={<EmptyState title={t("hits.empty")} description={t("hits.emptyText")} />}
      />
      <LazyBoundary onFailure={handleClose}>{open && <HitDrawer id={open} onClose={handleClose} />}</LazyBoundary>
    </>
  );
}

function useColumns(onOpen: (id: string) => void): Column<ReviewHitDto>[] {
  const t = useTranslations("review");
  const minute = useMinute();
  const appName = useAppName();
  return [
    {
      key: "keyword",
      header: t("column.keyword"),
      cell: ({ id, keyword }) => (
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="block max-w-60 truncate rounded-xs text-left font-semibold hover:text-primary-ink"
        >
          {keyword}
        </button>
      ),
    },
    { key: "side", header: t("column.side"), phone: "line", cell: ({ side }) => <Badge>{t(`side.${side}`)}</Badge> },
    {
      key: "rule",
      header: t("column.rule"),
      cell: ({ ruleName }) => <span className="block max-w-48 truncate text-fg-2">{ruleName}</span>,
    },
    {
      key: "user",
      header: t("column.user"),
      phone: "line",
      cell: ({ user, department }) => (
        <div className="min-w-28">
          <span className="block truncate">{user.name}</span>
          <span className="block truncate text-fg-3 text-xs">{department ?? user.account}</span>
        </div>
      ),
    },
    {
      key: "app",
      header: t("column.app"),
      cell: ({ app, key }) => (
        <span className="text-fg-2">{key ? t("byKey", { name: key.name ?? t("gone") }) : appName(app)}</span>
      ),
    },
    {
      key: "time",
      header: t("column.time"),
      phone: "line",
      cell: ({ createdAt }) => <span className="tnum text-fg-2">{minute(createdAt)}</span>,
    },
  ];
}
