"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import type { ImportErrorDto } from "@/lib/features/organisation/import/dto";
import { ERRORS_PAGE, importErrorsQuery } from "@/lib/features/organisation/import/hooks";

/** What is wrong in the file, row by row. */
export function ImportErrors({ id }: { id: string }) {
  const t = useTranslations("organisation-imports");
  const [page, setPage] = useState(1);
  const query = useQuery(importErrorsQuery(id, page));
  const columns: Column<ImportErrorDto>[] = [
    { key: "row", header: t("errors.row"), width: "64px", cell: ({ row }) => <span className="tnum">{row}</span> },
    {
      key: "column",
      header: t("errors.column"),
      phone: "line",
      cell: ({ column }) => <span className="whitespace-nowrap">{t(`column.${column}` as "column.account")}</span>,
    },
    {
      key: "why",
      header: t("errors.why"),
      phone: "line",
      wraps: true,
      cell: ({ error }) => <span className="text-danger-ink">{t(`reason.${error}`)}</span>,
    },
    {
      key: "value",
      header: t("errors.value"),
      phone: "line",
      wraps: true,
      cell: ({ value }) => <span className="line-clamp-2 max-w-56 break-all text-fg-2">{value}</span>,
    },
  ];
  return (
    <div className="flex min-h-80 flex-1 flex-col overflow-hidden rounded-md border">
      <DataTable
        label={t("errors.label")}
        columns={columns}
        rowKey={(row) => `${row.row}-${row.column}-${row.error}-${row.value ?? ""}`}
        state={query}
        page={page}
        pageSize={ERRORS_PAGE}
        onPageChange={setPage}
        empty={null}
      />
    </div>
  );
}
