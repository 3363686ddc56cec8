"use client";

import { useTranslations } from "next-intl";
import { timeColumn } from "@/components/common/data-table/time-column";
import type { Column } from "@/components/common/data-table/types";
import { useAppName } from "@/components/common/use-app-name";
import { Status } from "@/components/ui/status";
import type { Tone } from "@/components/ui/tone";
import type { LogRowDto } from "@/lib/features/gateway/dto";
import { useFormat } from "../use-format";
import { useReason } from "../use-reason";

const TONES: Record<string, Tone> = { done: "success", stopped: "neutral", limited: "warning", interrupted: "danger" };

/** Columns of the requests. */
export function useLogColumns(onOpen: (id: string) => void): Column<LogRowDto>[] {
  const t = useTranslations("gateway.log");
  const format = useFormat();
  const appName = useAppName();
  return [
    timeColumn({ header: t("column.time"), moment: format.moment, onOpen }),
    {
      key: "model",
      header: t("column.model"),
      phone: "line",
      cell: (row) => <span className="block max-w-56 truncate">{row.modelName}</span>,
    },
    {
      key: "person",
      header: t("column.person"),
      phone: "line",
      cell: (row) => (
        <span className="block max-w-44 truncate">
          {row.userName || t("gone")}
          {row.apiKeyName && <span className="ml-2 text-fg-3 text-xs">{row.apiKeyName}</span>}
        </span>
      ),
    },
    {
      key: "app",
      header: t("column.app"),
      cell: (row) => <span className="whitespace-nowrap text-fg-2">{appName(row.app)}</span>,
    },
    { key: "outcome", header: t("column.outcome"), phone: "line", cell: (row) => <Outcome row={row} /> },
    {
      key: "tokens",
      header: t("column.tokens"),
      numeric: true,
      cell: (row) => `${format.number(row.inputTokens)} / ${format.number(row.outputTokens)}`,
    },
    {
      key: "duration",
      header: t("column.duration"),
      numeric: true,
      cell: (row) => format.duration(row.durationMs),
    },
  ];
}

/** How a request ended: the word, why, and that it took more than one try. */
export function Outcome({ row }: { row: { outcome: string; error: string | null; attempts: number } }) {
  const t = useTranslations("gateway.log");
  const reason = useReason();
  const known = t.has(`outcome.${row.outcome}` as "outcome.done")
    ? t(`outcome.${row.outcome}` as "outcome.done")
    : row.outcome;
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <Status tone={TONES[row.outcome] ?? "danger"}>{known}</Status>
      {row.error && (
        <span className="text-danger-ink text-xs" data-tooltip={reason(row.error).full}>
          {reason(row.error).short}
        </span>
      )}
      {row.attempts > 1 && <span className="text-fg-3 text-xs">{t("tries", { count: row.attempts })}</span>}
    </span>
  );
}
