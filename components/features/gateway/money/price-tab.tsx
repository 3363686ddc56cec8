"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, useDeferredValue } from "react";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { Badge } from "@/components/ui/badge";
import { Segmented } from "@/components/ui/segmented";
import type { PricedChannelDto } from "@/lib/features/gateway/dto";
import { pricesQuery } from "@/lib/features/gateway/money-hooks";
import type { Charge } from "@/lib/features/gateway/price-schema";
import { oneOf } from "@/lib/features/gateway/state";
import { decimalsOf } from "@/lib/i18n/amounts";
import type { TabProps } from "../gateway-screen";
import { pageProps } from "../tab-list";
import { TabToolbar } from "../tab-toolbar";
import { useFormat } from "../use-format";

const PriceDrawer = lazy(() => import("./price-drawer").then((module) => ({ default: module.PriceDrawer })));
const ONLY = ["all", "unpriced"] as const;
const OTHER: readonly Charge[] = ["perImage", "perMinute", "perMillionCharacters"];

/** What each channel costs today; its drawer holds what it cost before and will cost. */
export function PriceTab({ state, onChange }: TabProps) {
  const t = useTranslations("gateway.price");
  const { filter } = state;
  const paging = pageProps({ state, onChange });
  const only = oneOf(ONLY, filter.only);
  const query = useQuery(
    pricesQuery({
      page: paging.page,
      pageSize: paging.pageSize,
      keyword: useDeferredValue(filter.q) || undefined,
      only: only === "all" ? undefined : only,
    }),
  );
  const columns = useColumns(query.data?.items ?? [], (open) => onChange({ open }));
  const channel = query.data?.items.find(({ channelId }) => channelId === state.open);
  return (
    <>
      <TabToolbar state={state} searchLabel={t("search")} onFilter={(next) => onChange({ filter: next })}>
        <Segmented
          aria-label={t("only.label")}
          value={only}
          onValueChange={(value) => onChange({ filter: { ...filter, only: value === "all" ? "" : value } })}
          options={ONLY.map((value) => ({ value, label: t(`only.${value}`) }))}
        />
        <p className="text-fg-3 text-xs md:ml-auto">{query.data && t("unit", { currency: query.data.currency })}</p>
      </TabToolbar>
      <DataTable
        label={t("label")}
        columns={columns}
        rowKey={(row) => row.channelId}
        state={query}
        {...paging}
        onOpen={(row) => !row.builtin && onChange({ open: row.channelId })}
        empty={<EmptyState title={t("empty.title")} description={t("empty.description")} />}
      />
      <LazyBoundary onFailure={() => onChange({ open: null })}>
        {channel && query.data && (
          <PriceDrawer
            channel={channel}
            currency={query.data.currency}
            today={query.data.today}
            onClose={() => onChange({ open: null })}
          />
        )}
      </LazyBoundary>
    </>
  );
}

function useColumns(
  rows: readonly PricedChannelDto[],
  onOpen: (channelId: string) => void,
): Column<PricedChannelDto>[] {
  const t = useTranslations("gateway.price");
  const g = useTranslations("gateway");
  const format = useFormat();
  const amount = ({ price }: PricedChannelDto, charge: Charge) => {
    const micros = price?.[charge];
    const decimals = decimalsOf(rows.map((row) => row.price?.[charge]));
    return price && micros != null ? (
      format.money(micros, price.currency, decimals)
    ) : (
      <span className="text-fg-4">–</span>
    );
  };
  return [
    {
      key: "model",
      header: t("column.model"),
      cell: (row) => (
        <div className="flex min-w-40 items-center gap-2">
          {row.builtin ? (
            <span className="font-semibold">{row.modelName}</span>
          ) : (
            <button
              type="button"
              onClick={() => onOpen(row.channelId)}
              className="max-w-60 truncate rounded-xs text-left font-semibold hover:text-primary-ink"
            >
              {row.modelName}
            </button>
          )}
          <Badge>{g(`type.${row.modelType}`)}</Badge>
        </div>
      ),
    },
    {
      key: "way",
      phone: "line",
      header: t("column.way"),
      cell: (row) => (
        <span className="block max-w-64 truncate text-fg-2">
          {row.builtin ? g("channel.builtin") : row.supplierName}
          <span className="ml-2 font-mono text-fg-3 text-xs">{row.upstreamModel}</span>
        </span>
      ),
    },
    {
      key: "input",
      phone: "line",
      header: t("column.input"),
      numeric: true,
      cell: (row) => amount(row, "inputPerMillion"),
    },
    {
      key: "output",
      phone: "line",
      header: t("column.output"),
      numeric: true,
      cell: (row) => amount(row, "outputPerMillion"),
    },
    {
      key: "cached",

      header: t("column.cached"),
      numeric: true,
      cell: (row) => amount(row, "cachedPerMillion"),
    },
    {
      key: "other",

      header: t("column.other"),
      numeric: true,
      cell: ({ price }) => {
        const parts = OTHER.flatMap((charge) => {
          const micros = price?.[charge];
          return price && micros != null ? [t(`short.${charge}`, { money: format.money(micros, price.currency) })] : [];
        });
        return parts.length > 0 ? parts.join(" · ") : <span className="text-fg-4">–</span>;
      },
    },
    {
      key: "valid",
      phone: "line",

      header: t("column.valid"),
      cell: ({ price, nextFrom, builtin }) => {
        if (builtin) return <span className="text-fg-3">{t("free")}</span>;
        const next = nextFrom && t("next", { day: format.day(nextFrom) });
        return (
          <span className="whitespace-nowrap">
            {price ? t("since", { day: format.day(price.validFrom) }) : <span className="text-fg-3">{t("none")}</span>}
            {(next || price?.validUntil) && (
              <span className="block text-fg-3 text-xs">
                {next || (price?.validUntil && t("until", { day: format.day(price.validUntil) }))}
              </span>
            )}
          </span>
        );
      },
    },
  ];
}
