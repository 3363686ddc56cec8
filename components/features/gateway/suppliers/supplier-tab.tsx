"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { DataTable } from "@/components/common/data-table/data-table";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { Count } from "@/components/ui/count";
import { Segmented } from "@/components/ui/segmented";
import type { SupplierDto } from "@/lib/features/gateway/dto";
import { suppliersQuery } from "@/lib/features/gateway/hooks";
import { oneOf } from "@/lib/features/gateway/state";
import { EmptyTab } from "../empty-tab";
import type { TabProps } from "../gateway-screen";
import { pageProps } from "../tab-list";
import { TabToolbar } from "../tab-toolbar";
import { useSupplierColumns } from "./use-supplier-columns";

const Drawers = lazy(() => import("./supplier-drawers").then((module) => ({ default: module.SupplierDrawers })));
const STATES = ["all", "enabled", "disabled", "resting"] as const;

/** Every supplier with its keys, its health and what it did today. */
export function SupplierTab({ state, onChange }: TabProps) {
  const t = useTranslations("gateway.supplier");
  const query = useQuery(suppliersQuery);
  const columns = useSupplierColumns((open) => onChange({ open }));
  const all = query.data?.items ?? [];
  const status = oneOf(STATES, state.filter.status);
  const found = all.filter((supplier) => matches(supplier, state.filter.q ?? ""));
  const shown = found.filter((supplier) => isIn(supplier, status));
  const paging = pageProps({ state, onChange });
  const from = (state.page - 1) * paging.pageSize;
  const data = query.data && { items: shown.slice(from, from + paging.pageSize), total: shown.length };
  const states = STATES.map((value) => ({
    value,
    label: (
      <>
        {t(`state.${value}`)} <Count>{found.filter((supplier) => isIn(supplier, value)).length}</Count>
      </>
    ),
  }));
  return (
    <>
      <TabToolbar state={state} searchLabel={t("search")} onFilter={(filter) => onChange({ filter })}>
        <Segmented
          aria-label={t("state.label")}
          value={status}
          onValueChange={(value) => onChange({ filter: { ...state.filter, status: value === "all" ? "" : value } })}
          options={states}
        />
      </TabToolbar>
      <DataTable
        label={t("label")}
        columns={columns}
        rowKey={(row) => row.id}
        state={{ ...query, data }}
        {...paging}
        onOpen={(row) => !row.builtin && onChange({ open: row.id })}
        empty={<EmptyTab t={t} onCreate={() => onChange({ open: "add" })} />}
      />
      <LazyBoundary onFailure={() => onChange({ open: null })}>
        {state.open && query.data && (
          <Drawers open={state.open} suppliers={all} onOpen={(open) => onChange({ open })} />
        )}
      </LazyBoundary>
    </>
  );
}

function isIn(supplier: SupplierDto, state: (typeof STATES)[number]): boolean {
  if (state === "resting") return supplier.resting > 0;
  return state === "all" || supplier.status === state;
}

function matches({ name, baseUrl, residency }: SupplierDto, keyword: string): boolean {
  return `${name}\n${baseUrl ?? ""}\n${residency ?? ""}`.toLowerCase().includes(keyword.trim().toLowerCase());
}
