"use client";

import { KeyRound, Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/common/data-table/types";
import { MoreMenu } from "@/components/common/lazy-menu";
import { Badge } from "@/components/ui/badge";
import { Status } from "@/components/ui/status";
import { Switch } from "@/components/ui/switch";
import { Tile } from "@/components/ui/tile";
import { confirm } from "@/lib/client/dialogs";
import type { SupplierDto } from "@/lib/features/gateway/dto";
import { useSupplierActions } from "@/lib/features/gateway/hooks";
import { useFormat } from "../use-format";
import { useReason } from "../use-reason";

/** Columns of the suppliers' table; `onOpen` opens a drawer by its name in the address. */
export function useSupplierColumns(onOpen: (open: string) => void): Column<SupplierDto>[] {
  const t = useTranslations("gateway.supplier");
  const format = useFormat();
  const { enable } = useSupplierActions();
  return [
    {
      key: "name",
      header: t("column.name"),
      cell: (row) => {
        const name = row.builtin ? t("builtin") : row.name;
        return (
          <div className="flex min-w-44 items-center gap-3">
            <Tile id={row.id} name={name} size={28} />
            {row.builtin ? (
              <span className="truncate font-semibold">{name}</span>
            ) : (
              <button
                type="button"
                onClick={() => onOpen(row.id)}
                className="max-w-52 truncate rounded-xs text-left font-semibold hover:text-primary-ink"
              >
                {name}
              </button>
            )}
          </div>
        );
      },
    },
    {
      key: "address",
      header: t("column.address"),
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="max-w-64 truncate font-mono text-fg-3 text-xs">{row.baseUrl ?? t("noNetwork")}</span>
          {row.residency && <Badge>{row.residency}</Badge>}
        </span>
      ),
    },
    { key: "health", header: t("column.health"), phone: "line", cell: (row) => <Health supplier={row} /> },
    {
      key: "keys",

      header: t("column.keys"),
      numeric: true,
      cell: (row) =>
        row.builtin ? (
          <span className="text-fg-3">–</span>
        ) : (
          <button
            type="button"
            aria-label={t("keysOf", { name: row.name, count: row.keys })}
            onClick={() => onOpen(`keys:${row.id}`)}
            className="min-h-6 min-w-6 rounded-xs px-1 text-primary-ink hover:underline"
          >
            {format.number(row.keys)}
          </button>
        ),
    },
    {
      key: "models",

      header: t("column.models"),
      numeric: true,
      cell: (row) => format.number(row.models),
    },
    {
      key: "calls",

      header: t("column.calls"),
      numeric: true,
      cell: (row) => format.number(row.callsToday),
    },
    {
      key: "failed",

      header: t("column.failed"),
      numeric: true,
      cell: (row) => {
        if (row.callsToday === 0) return <span className="text-fg-3">–</span>;
        const share = row.failedToday / row.callsToday;
        return <span className={share > 0.1 ? "text-danger-ink" : undefined}>{format.percent(share)}</span>;
      },
    },
    {
      key: "actions",
      phone: "actions",

      header: t("column.status"),
      cell: (row) =>
        row.builtin ? null : (
          <div className="flex items-center gap-2">
            <Switch
              aria-label={t("enable", { name: row.name })}
              checked={row.status === "enabled"}
              disabled={enable.isPending && enable.variables.id === row.id}
              onCheckedChange={(enabled) => enable.mutate({ id: row.id, enabled })}
            />
            <RowMenu supplier={row} onOpen={onOpen} />
          </div>
        ),
    },
  ];
}

/** How a supplier feels: switched off, resting channels, what the last question brought, or well. */
function Health({ supplier }: { supplier: SupplierDto }) {
  const t = useTranslations("gateway.supplier.health");
  const reason = useReason();
  const { status, resting, checkError, checkedAt, callsToday, builtin } = supplier;
  if (status === "disabled") {
    return (
      <Status tone="neutral" hollow>
        {t("disabled")}
      </Status>
    );
  }
  if (resting > 0) return <Status tone="warning">{t("resting", { count: resting })}</Status>;
  if (checkError) {
    const { short, full } = reason(checkError);
    return (
      <span data-tooltip={full}>
        <Status tone="danger">{short}</Status>
      </span>
    );
  }
  const isKnown = builtin || checkedAt !== null || callsToday > 0;
  if (isKnown) return <Status tone="success">{t("normal")}</Status>;
  return (
    <Status tone="neutral" hollow>
      {t("unknown")}
    </Status>
  );
}

function RowMenu({ supplier, onOpen }: { supplier: SupplierDto; onOpen: (open: string) => void }) {
  const t = useTranslations("gateway.supplier");
  const { remove } = useSupplierActions();
  const { id, name, models } = supplier;
  const handleRemove = () =>
    void confirm({
      title: t("delete.title"),
      description: t("delete.text", { name }),
      okButton: t("delete.ok"),
      destructive: true,
      onOk: () => remove.mutateAsync(id),
    });
  return (
    <MoreMenu
      label={t("more", { name })}
      commands={[
        { key: "edit", label: t("menu.edit"), icon: Pencil, onSelect: () => onOpen(id) },
        { key: "keys", label: t("menu.keys"), icon: KeyRound, onSelect: () => onOpen(`keys:${id}`) },
        { key: "models", label: t("menu.models"), icon: Plus, onSelect: () => onOpen(`models:${id}`) },
        {
          key: "delete",
          label: t("menu.delete"),
          icon: Trash2,
          danger: true,
          apart: true,
          disabled: models > 0,
          hint: t("menu.deleteHint"),
          onSelect: handleRemove,
        },
      ]}
    />
  );
}
