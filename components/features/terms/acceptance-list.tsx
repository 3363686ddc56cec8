"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue } from "react";
import { CursorTable } from "@/components/common/data-table/cursor-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { ExportMenu } from "@/components/common/export-menu";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useMoments } from "@/components/common/use-moments";
import type { AcceptanceDto } from "@/lib/features/terms/dto";
import { acceptancesQuery, downloadAcceptances } from "@/lib/features/terms/hooks";

interface AcceptanceListProps {
  id: string;
  keyword: string;
  onKeyword: (keyword: string) => void;
}

/** Who accepted a version, when, from where and in which language. */
export function AcceptanceList({ id, keyword, onKeyword }: AcceptanceListProps) {
  const t = useTranslations("terms.acceptances");
  const moments = useMoments();
  const state = useInfiniteQuery(acceptancesQuery(id, useDeferredValue(keyword.trim())));
  const columns: Column<AcceptanceDto>[] = [
    {
      key: "name",
      header: t("name"),
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block truncate font-medium">{row.name}</span>
          <span className="block truncate text-fg-3 text-xs">
            {[row.account, row.departmentName].filter(Boolean).join(" · ")}
          </span>
        </span>
      ),
    },
    {
      key: "acceptedAt",
      header: t("acceptedAt"),
      phone: "line",
      cell: (row) => moments.second(row.acceptedAt),
    },
    { key: "language", header: t("language"), phone: "line", cell: (row) => t(`languages.${row.language}`) },
    { key: "address", header: t("address"), cell: (row) => <span className="tnum">{row.address}</span> },
    {
      key: "device",
      header: t("device"),
      cell: (row) => (
        <span className="block max-w-48 truncate" data-tooltip={row.device}>
          {row.device}
        </span>
      ),
    },
  ];
  return (
    <>
      <ListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={onKeyword}
        end={<ExportMenu onExport={(kind) => downloadAcceptances(id, keyword.trim(), kind)} />}
      />
      <CursorTable
        label={t("title")}
        columns={columns}
        rowKey={(row) => row.userId}
        state={state}
        onClearFilters={keyword.trim() ? () => onKeyword("") : undefined}
        empty={<EmptyState title={t("empty")} description={t("emptyHint")} />}
      />
    </>
  );
}
