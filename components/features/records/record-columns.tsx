"use client";

import { Lock, ThumbsDown, ThumbsUp } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/common/data-table/types";
import { UnpricedNote } from "@/components/common/unpriced-note";
import { useWhen } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Status } from "@/components/ui/status";
import type { RecordDto } from "@/lib/features/records/dto";
import { decimalsOf } from "@/lib/i18n/amounts";
import { STATUS_TONES, useRecordTexts } from "./use-record-texts";

/** Columns nobody needs at first sight. */
export const FIRST_HIDDEN: ReadonlySet<string> = new Set(["duration", "support"]);

/** What was asked, when, by whom, of which model, how it went and what it took. */
export function useRecordColumns(
  rows: readonly RecordDto[],
  onOpen: ((row: RecordDto) => void) | null,
  isOwn = false,
): Column<RecordDto>[] {
  const t = useTranslations("records");
  const texts = useRecordTexts();
  const when = useWhen();
  const decimals = decimalsOf(rows.map(({ costMicros }) => costMicros));
  const people: Column<RecordDto>[] = [
    {
      key: "person",
      header: t("column.person"),
      phone: "line",
      cell: (row) => (
        <span className="block max-w-40 truncate" title={row.user.account}>
          {row.user.name || row.user.account}
        </span>
      ),
    },
    {
      key: "department",
      header: t("column.department"),
      hideable: true,
      cell: (row) => <span className="block max-w-40 truncate text-fg-2">{row.department?.name ?? "–"}</span>,
    },
  ];
  return [
    {
      key: "question",
      header: t("column.question"),
      cell: (row) =>
        onOpen ? (
          <button
            type="button"
            onClick={() => onOpen(row)}
            className="block max-w-full rounded-xs text-left font-semibold hover:text-primary-ink"
          >
            <QuestionStart row={row} />
          </button>
        ) : (
          <QuestionStart row={row} />
        ),
    },
    {
      key: "time",
      header: t("column.time"),
      phone: "line",
      cell: (row) => (
        <time
          dateTime={row.createdAt}
          title={texts.moment(row.createdAt)}
          className="tnum whitespace-nowrap text-fg-3 text-xs"
        >
          {when(row.createdAt)}
        </time>
      ),
    },
    ...(isOwn ? [] : people),
    {
      key: "app",
      header: t("column.app"),
      hideable: true,
      cell: (row) => <span className="whitespace-nowrap text-fg-2">{texts.app(row.app)}</span>,
    },
    {
      key: "model",
      header: t("column.model"),
      hideable: true,
      cell: (row) => <span className="block max-w-44 truncate">{row.modelName}</span>,
    },
    { key: "status", header: t("column.status"), phone: "line", cell: (row) => <RoundStatus row={row} /> },
    { key: "feedback", header: t("column.feedback"), hideable: true, cell: (row) => <Feedback row={row} /> },
    {
      key: "tokens",
      header: t("column.tokens"),
      numeric: true,
      cell: (row) => texts.number(row.inputTokens + row.outputTokens),
    },
    {
      key: "cost",
      header: t("column.cost"),
      numeric: true,
      hideable: true,
      cell: (row) =>
        row.costMicros !== null && row.currency ? (
          <>
            {texts.money(row.costMicros, row.currency, decimals)}
            <UnpricedNote count={row.unpriced} className="block" />
          </>
        ) : row.unpriced > 0 ? (
          <UnpricedNote count={row.unpriced} />
        ) : (
          <span className="text-fg-3">–</span>
        ),
    },
    {
      key: "duration",
      header: t("column.duration"),
      numeric: true,
      hideable: true,
      cell: (row) => (row.durationMs === null ? "–" : texts.duration(row.durationMs)),
    },
    {
      key: "support",
      header: t("column.support"),
      numeric: true,
      hideable: true,
      cell: (row) => (row.support ? t("unit.support", row.support) : <span className="text-fg-3">–</span>),
    },
  ];
}

/** How the question begins, or why it is not shown. */
function QuestionStart({ row }: { row: RecordDto }) {
  const t = useTranslations("records");
  if (row.closed) {
    return (
      <span className="inline-flex" title={t(`closed.${row.closed}`)}>
        <Badge icon={Lock}>{t(`closed.short.${row.closed}`)}</Badge>
      </span>
    );
  }
  return <span className="block w-56 max-w-full truncate md:w-72">{row.question || row.title || t("own.noText")}</span>;
}

/** How a round ended, and why it did not end well. */
export function RoundStatus({ row }: { row: RecordDto }) {
  const texts = useRecordTexts();
  return (
    <span title={row.error ? texts.error(row.error) : undefined}>
      <Status tone={STATUS_TONES[row.status] ?? "neutral"}>{texts.status(row.status)}</Status>
    </span>
  );
}

/** What the asker thought of the answer. */
export function Feedback({ row }: { row: RecordDto }) {
  const t = useTranslations("records");
  const texts = useRecordTexts();
  if (!row.feedback) return <span className="text-fg-3">–</span>;
  const isLike = row.feedback === "like";
  return (
    <Badge tone={isLike ? "success" : "warning"} icon={isLike ? ThumbsUp : ThumbsDown}>
      {row.feedbackReason ? texts.reason(row.feedbackReason) : t(`feedback.${row.feedback}`)}
    </Badge>
  );
}
