"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useDeferredValue } from "react";
import { CreateButton } from "@/components/common/create-button";
import { DataTable } from "@/components/common/data-table/data-table";
import { pagedList } from "@/components/common/data-table/paged-list";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { MoreMenu } from "@/components/common/lazy-menu";
import { ListToolbar } from "@/components/common/list-toolbar";
import { UnpricedNote } from "@/components/common/unpriced-note";
import { useMinute, useMoments } from "@/components/common/use-moments";
import { useMoney } from "@/components/common/use-money";
import { Segmented } from "@/components/ui/segmented";
import { Switch } from "@/components/ui/switch";
import { confirm } from "@/lib/client/dialogs";
import type { KeyDto, OpenApiOptions } from "@/lib/features/open-api/dto";
import { keysAddress } from "@/lib/features/open-api/filter";
import { type KeyFilter, keysQuery, useKeyActions } from "@/lib/features/open-api/hooks";
import { decimalsOfSums } from "@/lib/i18n/amounts";

interface KeyListProps {
  filter: KeyFilter;
  options: OpenApiOptions;
  onFilter: (patch: Partial<KeyFilter>) => void;
  onCreate: () => void;
  onEdit: (key: KeyDto) => void;
}

/** Keys with their limits, what they used and when last. */
export function KeyList({ filter, options, onFilter, onCreate, onEdit }: KeyListProps) {
  const t = useTranslations("open-api");
  const deferred = useDeferredValue(filter.keyword);
  const query = useQuery(keysQuery({ ...filter, keyword: deferred }));
  const columns = useColumns(options, query.data?.items ?? [], onEdit);
  const states = (["all", "enabled", "disabled"] as const).map((value) => ({ value, label: t(`filter.${value}`) }));
  return (
    <>
      <ListToolbar search={t("search")} keyword={filter.keyword} onKeyword={(keyword) => onFilter({ keyword })}>
        <Segmented
          aria-label={t("filter.status")}
          value={filter.status}
          onValueChange={(status) => onFilter({ status })}
          options={states}
        />
      </ListToolbar>
      <DataTable
        label={t("title")}
        columns={columns}
        rowKey={(row) => row.id}
        state={query}
        {...pagedList(keysAddress, filter, onFilter)}
        onPageSizeChange={undefined}
        onOpen={onEdit}
        empty={
          <EmptyState
            title={t("empty.title")}
            description={t("empty.description")}
            action={<CreateButton label={t("create")} onCreate={onCreate} />}
          />
        }
      />
    </>
  );
}

function useColumns(
  { currency, seesAll }: OpenApiOptions,
  rows: readonly KeyDto[],
  onEdit: (key: KeyDto) => void,
): Column<KeyDto>[] {
  const t = useTranslations("open-api");
  const format = useFormatter();
  const moments = useMoments();
  const { enable } = useKeyActions();
  const write = useMoney();
  const decimals = decimalsOfSums(
    rows.flatMap(({ usage, monthlyBudgetMicros }) => [usage.costMonth, monthlyBudgetMicros]),
  );
  const money = (micros: number) => write(micros, currency, decimals);
  const day = (iso: string) => moments.day(iso);
  const moment = useMinute();
  const columns: (Column<KeyDto> | null)[] = [
    {
      key: "name",
      header: t("column.name"),
      sortable: true,
      cell: (row) => (
        <div className="min-w-40">
          <button
            type="button"
            onClick={() => onEdit(row)}
            className="block max-w-72 truncate rounded-xs text-left font-semibold hover:text-primary-ink"
          >
            {row.name}
          </button>
          {row.hint ? (
            <span className="font-mono text-fg-3 text-xs">{row.hint}</span>
          ) : (
            <span className="text-warning-ink text-xs">{t("noSecret")}</span>
          )}
        </div>
      ),
    },
    seesAll
      ? { key: "owner", header: t("column.owner"), cell: (row) => <span className="text-fg-2">{row.owner}</span> }
      : null,
    { key: "scope", header: t("column.scope"), phone: "line", wraps: true, cell: (row) => <Scope apiKey={row} /> },
    {
      key: "today",
      header: t("column.today"),
      numeric: true,
      cell: ({ usage }) => (
        <Figures main={format.number(usage.tokensToday)} note={t("calls", { count: usage.callsToday })} />
      ),
    },
    {
      key: "month",
      header: t("column.month"),
      numeric: true,
      cell: ({ usage, monthlyBudgetMicros }) => (
        <>
          <Figures
            main={format.number(usage.tokensMonth)}
            note={
              monthlyBudgetMicros === null
                ? money(usage.costMonth)
                : t("ofBudget", { used: money(usage.costMonth), budget: money(monthlyBudgetMicros) })
            }
          />
          <UnpricedNote count={usage.unpricedMonth} className="block" />
        </>
      ),
    },
    {
      key: "lastUsedAt",
      header: t("column.lastUse"),
      sortable: true,
      cell: (row) =>
        row.lastUsedAt ? (
          <Figures main={moment(row.lastUsedAt)} note={row.lastUsedAddress ?? ""} />
        ) : (
          <span className="text-fg-3">{t("never")}</span>
        ),
    },
    {
      key: "expires",
      header: t("column.expires"),
      cell: ({ expiresAt }) => {
        if (!expiresAt) return <span className="text-fg-3">{t("noExpiry")}</span>;
        const isOver = Date.parse(expiresAt) < Date.now();
        return (
          <span className={isOver ? "text-danger-ink" : "text-fg-2"}>{isOver ? t("expired") : day(expiresAt)}</span>
        );
      },
    },
    {
      key: "actions",
      phone: "actions",
      header: t("column.status"),
      cell: (row) => (
        <div className="flex items-center justify-end gap-2">
          <Switch
            aria-label={t("switch", { name: row.name })}
            checked={row.status === "enabled"}
            disabled={enable.isPending && enable.variables.id === row.id}
            onCheckedChange={(enabled) => enable.mutate({ id: row.id, enabled })}
          />
          <RowMenu apiKey={row} onEdit={onEdit} />
        </div>
      ),
    },
  ];
  return columns.filter((column) => column !== null);
}

function Figures({ main, note }: { main: string; note: string }) {
  return (
    <div className="tnum whitespace-nowrap">
      {main}
      <span className="block text-fg-3 text-xs">{note}</span>
    </div>
  );
}

/** What a key reaches and how much of it, in one line each. */
function Scope({ apiKey }: { apiKey: KeyDto }) {
  const t = useTranslations("open-api");
  const { scopes, modelIds, addresses, requestsPerMinute, tokensPerMinute, dailyTokenLimit } = apiKey;
  const limits = [
    requestsPerMinute && t("limit.requests", { count: requestsPerMinute }),
    tokensPerMinute && t("limit.tokens", { count: tokensPerMinute }),
    dailyTokenLimit && t("limit.day", { count: dailyTokenLimit }),
    addresses?.length && t("limit.addresses", { count: addresses.length }),
  ].filter(Boolean);
  return (
    <div className="max-w-80 text-fg-2">
      <span className="line-clamp-1">
        {scopes ? scopes.map((scope) => t(`scope.${scope}`)).join(t("comma")) : t("everyScope")}
        {t("comma")}
        {modelIds ? t("someModels", { count: modelIds.length }) : t("everyModel")}
      </span>
      <span className="line-clamp-1 text-fg-3 text-xs">
        {limits.length > 0 ? limits.join(t("comma")) : t("noLimit")}
      </span>
    </div>
  );
}

function RowMenu({ apiKey, onEdit }: { apiKey: KeyDto; onEdit: (key: KeyDto) => void }) {
  const t = useTranslations("open-api");
  const { remove } = useKeyActions();
  const handleRemove = () =>
    void confirm({
      title: t("delete.title"),
      description: t("delete.text", { name: apiKey.name }),
      okButton: t("delete.ok"),
      destructive: true,
      onOk: () => remove.mutateAsync(apiKey.id),
    });
  return (
    <MoreMenu
      label={t("more", { name: apiKey.name })}
      commands={[
        { key: "edit", label: t("edit"), icon: Pencil, onSelect: () => onEdit(apiKey) },
        { key: "delete", label: t("delete.ok"), icon: Trash2, danger: true, apart: true, onSelect: handleRemove },
      ]}
    />
  );
}
