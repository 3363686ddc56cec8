"use client";

import { useTranslations } from "next-intl";
import { timeColumn } from "@/components/common/data-table/time-column";
import type { Column } from "@/components/common/data-table/types";
import { Status } from "@/components/ui/status";
import type { OperationDto } from "@/lib/features/operation-log/dto";
import { RESULT_TONES, useLogTexts } from "./use-log-texts";

/** Columns nobody needs at first sight. */
export const FIRST_HIDDEN: ReadonlySet<string> = new Set(["requestId", "sealedNo"]);

/** When, who, what, on what, how it went, from where. */
export function useLogColumns(onOpen: (id: string) => void): Column<OperationDto>[] {
  const t = useTranslations("operation-log");
  const texts = useLogTexts();
  return [
    timeColumn({ header: t("column.time"), moment: texts.moment, onOpen }),
    {
      key: "person",
      header: t("column.person"),
      phone: "line",
      cell: (row) => <Person row={row} />,
    },
    {
      key: "action",
      header: t("column.action"),
      phone: "line",
      cell: (row) => <span className="block max-w-64 truncate">{texts.action(row.action)}</span>,
    },
    {
      key: "target",
      header: t("column.target"),
      hideable: true,
      phone: "line",
      cell: (row) => (
        <span className="block max-w-64 truncate" title={texts.targetName(row)}>
          <span className="text-fg-3">{texts.target(row.targetType)}</span>
          {(row.targetName || row.targetId) && <span className="ml-2">{texts.targetName(row)}</span>}
        </span>
      ),
    },
    {
      key: "result",
      header: t("column.result"),
      phone: "line",
      cell: (row) => <Status tone={RESULT_TONES[row.result]}>{t(`result.${row.result}`)}</Status>,
    },
    {
      key: "origin",
      header: t("column.origin"),
      hideable: true,
      cell: (row) => (
        <div className="tnum whitespace-nowrap text-fg-2">
          {row.address}
          {row.device && <span className="block text-fg-3 text-xs">{row.device}</span>}
        </div>
      ),
    },
    {
      key: "requestId",
      header: t("column.requestId"),
      hideable: true,
      cell: (row) => <span className="block max-w-40 truncate font-mono text-fg-2 text-xs">{row.requestId}</span>,
    },
    {
      key: "sealedNo",
      header: t("column.sealedNo"),
      numeric: true,
      hideable: true,
      cell: (row) => row.sealedNo ?? <span className="text-fg-3">–</span>,
    },
  ];
}

/** Name and account as they were; the system where nobody did it. */
export function Person({ row }: { row: OperationDto }) {
  const t = useTranslations("operation-log");
  if (!row.actorId) return <span className="text-fg-3">{row.account || t("system")}</span>;
  return (
    <span className="block max-w-56 truncate">
      {row.name || row.account}
      {row.name && row.account !== row.name && <span className="ml-2 text-fg-3 text-xs">{row.account}</span>}
    </span>
  );
}
