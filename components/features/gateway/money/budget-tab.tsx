"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useDeferredValue } from "react";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { MoreMenu } from "@/components/common/lazy-menu";
import { UnpricedNote } from "@/components/common/unpriced-note";
import { useAppName } from "@/components/common/use-app-name";
import { Badge } from "@/components/ui/badge";
import { Meter } from "@/components/ui/meter";
import { Segmented } from "@/components/ui/segmented";
import { Switch } from "@/components/ui/switch";
import { confirm } from "@/lib/client/dialogs";
import type { BudgetDto } from "@/lib/features/gateway/dto";
import { BUDGET_SUBJECTS } from "@/lib/features/gateway/kinds";
import { budgetsQuery, useBudgetActions } from "@/lib/features/gateway/money-hooks";
import { oneOf } from "@/lib/features/gateway/state";
import { decimalsOfSums } from "@/lib/i18n/amounts";
import { EmptyTab } from "../empty-tab";
import type { TabProps } from "../gateway-screen";
import { pageProps } from "../tab-list";
import { TabToolbar } from "../tab-toolbar";
import { useFormat } from "../use-format";

const BudgetDrawer = lazy(() => import("./budget-drawer").then((module) => ({ default: module.BudgetDrawer })));

/** Money people, departments, apps and keys may spend, with what is spent. */
export function BudgetTab({ state, onChange }: TabProps) {
  const t = useTranslations("gateway.budget");
  const { filter } = state;
  const paging = pageProps({ state, onChange });
  const type = oneOf(["all", ...BUDGET_SUBJECTS], filter.type);
  const query = useQuery(
    budgetsQuery({
      page: paging.page,
      pageSize: paging.pageSize,
      keyword: useDeferredValue(filter.q) || undefined,
      type: type === "all" ? undefined : type,
    }),
  );
  const currency = query.data?.currency ?? "CNY";
  const columns = useColumns(currency, query.data?.items ?? [], (open) => onChange({ open }));
  const budget = query.data?.items.find(({ id }) => id === state.open);
  return (
    <>
      <TabToolbar state={state} searchLabel={t("search")} onFilter={(next) => onChange({ filter: next })}>
        <Segmented
          aria-label={t("subject.label")}
          value={type}
          onValueChange={(value) => onChange({ filter: { ...filter, type: value === "all" ? "" : value } })}
          options={(["all", ...BUDGET_SUBJECTS] as const).map((value) => ({ value, label: t(`subject.${value}`) }))}
        />
      </TabToolbar>
      <DataTable
        label={t("label")}
        columns={columns}
        rowKey={(row) => row.id}
        state={query}
        {...paging}
        onOpen={(row) => onChange({ open: row.id })}
        empty={<EmptyTab t={t} onCreate={() => onChange({ open: "add" })} />}
      />
      <LazyBoundary onFailure={() => onChange({ open: null })}>
        {query.data && (state.open === "add" || budget) && (
          <BudgetDrawer budget={budget ?? null} currency={currency} onClose={() => onChange({ open: null })} />
        )}
      </LazyBoundary>
    </>
  );
}

function useColumns(currency: string, rows: readonly BudgetDto[], onOpen: (id: string) => void): Column<BudgetDto>[] {
  const t = useTranslations("gateway.budget");
  const format = useFormat();
  const nameOf = useBudgetName();
  const { enable } = useBudgetActions();
  const decimals = decimalsOfSums(
    rows.flatMap(({ limitMicros, usedMicros, reservedMicros }) => [limitMicros, usedMicros + reservedMicros]),
  );
  return [
    {
      key: "subject",
      header: t("column.subject"),
      cell: (row) => (
        <div className="flex min-w-48 items-center gap-2">
          <button
            type="button"
            onClick={() => onOpen(row.id)}
            className="max-w-64 truncate rounded-xs text-left font-semibold hover:text-primary-ink"
          >
            {nameOf(row)}
          </button>
          <Badge>{t(`subject.${row.subjectType}`)}</Badge>
          {row.subjectDetail && <span className="truncate text-fg-3 text-xs">{row.subjectDetail}</span>}
        </div>
      ),
    },
    { key: "period", header: t("column.period"), cell: (row) => t(`period.${row.period}`) },
    {
      key: "limit",

      header: t("column.limit"),
      numeric: true,
      cell: (row) => format.money(row.limitMicros, currency, decimals),
    },
    {
      key: "used",
      header: t("column.used"),
      phone: "line",
      cell: (row) => <Used budget={row} currency={currency} decimals={decimals} />,
    },
    {
      key: "actions",
      phone: "actions",

      header: t("column.status"),
      cell: (row) => (
        <div className="flex items-center gap-2">
          <Switch
            aria-label={t("enable", { name: nameOf(row) })}
            checked={row.enabled}
            disabled={enable.isPending && enable.variables.id === row.id}
            onCheckedChange={(enabled) => enable.mutate({ id: row.id, enabled })}
          />
          <RowMenu budget={row} name={nameOf(row)} onOpen={onOpen} />
        </div>
      ),
    },
  ];
}

/** What people call a budget's subject. */
function useBudgetName(): (budget: BudgetDto) => string {
  const t = useTranslations("gateway.budget");
  const appName = useAppName();
  return ({ subjectType, subjectName }) =>
    subjectType === "app" ? appName(subjectName) : subjectName || t("subjectGone");
}

function Used({ budget, currency, decimals }: { budget: BudgetDto; currency: string; decimals: number }) {
  const t = useTranslations("gateway.budget");
  const format = useFormat();
  const { usedMicros, reservedMicros, limitMicros, unpriced } = budget;
  const share = (usedMicros + reservedMicros) / limitMicros;
  const tone = share >= 1 ? "danger" : share >= 0.8 ? "warning" : "primary";
  return (
    <div className="flex min-w-52 items-center gap-3">
      <span className="w-24 shrink-0">
        <Meter value={share * 100} label={t("meter")} tone={tone} />
      </span>
      <span className="tnum whitespace-nowrap">
        {format.money(usedMicros + reservedMicros, currency, decimals)}
        <span className="ml-1.5 text-fg-3 text-xs">{format.percent(share)}</span>
        <UnpricedNote count={unpriced} className="block" />
      </span>
    </div>
  );
}

interface RowMenuProps {
  budget: BudgetDto;
  name: string;
  onOpen: (id: string) => void;
}

function RowMenu({ budget, name, onOpen }: RowMenuProps) {
  const t = useTranslations("gateway.budget");
  const { remove } = useBudgetActions();
  const handleRemove = () =>
    void confirm({
      title: t("delete.title"),
      description: t("delete.text", { name }),
      okButton: t("delete.ok"),
      destructive: true,
      onOk: () => remove.mutateAsync(budget.id),
    });
  return (
    <MoreMenu
      label={t("more", { name })}
      commands={[
        { key: "edit", label: t("edit"), icon: Pencil, onSelect: () => onOpen(budget.id) },
        { key: "delete", label: t("delete.ok"), icon: Trash2, danger: true, apart: true, onSelect: handleRemove },
      ]}
    />
  );
}
