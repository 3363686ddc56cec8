import { ReceiptText } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Column } from "@/components/common/data-table/types";
import { IconButton } from "@/components/ui/icon-button";
import { appPath, type TokensState } from "@/lib/features/reports/address";
import type { Figures, RowDto } from "@/lib/features/reports/dto";
import { changeOf } from "@/lib/features/reports/figures";
import type { Dimension } from "@/lib/features/reports/kinds";
import { type LabelKind, labelOf, type ReportTexts } from "@/lib/features/reports/label";
import { Cost } from "./cost";
import type { Format } from "./format";

export const KIND: Record<Dimension, LabelKind> = { app: "app", model: "model", user: "user", dept: "department" };

interface Columns {
  dimension: Dimension;
  state: TokensState;
  /** Tokens of everything, for each row's share; null where rows overlap. */
  all: number | null;
  format: Format;
  t: ReportTexts;
  onCalls: (row: RowDto) => void;
}

/** Columns of the token table. The first leads on: an app to its detail, the others to their single calls. */
export function tokensColumns({ dimension, state, all, format, t, onCalls }: Columns): Column<RowDto>[] {
  const label = (row: RowDto) => labelOf(row, KIND[dimension], t);
  const figure = (key: string, name: keyof Figures, text: (figures: Figures) => ReactNode): Column<RowDto> => ({
    key: name,
    phone: name === "costMicros" ? "line" : undefined,
    header: t(`column.${key}`),
    numeric: true,
    sortable: true,
    cell: ({ figures }) => <span className="whitespace-nowrap">{text(figures)}</span>,
  });
  const { period, from, to, grain } = state;
  return [
    {
      key: "name",
      header: t(`dimension.${KIND[dimension]}`),
      cell: (row) => (
        <span className="flex min-w-36 max-w-72 items-baseline gap-2">
          {dimension === "app" ? (
            <Link
              href={appPath(row.key, label(row), { period, from, to, grain })}
              className="truncate rounded-xs font-medium hover:text-primary-ink hover:underline"
            >
              {label(row)}
            </Link>
          ) : (
            <button
              type="button"
              onClick={() => onCalls(row)}
              className="truncate rounded-xs font-medium hover:text-primary-ink hover:underline"
            >
              {label(row)}
            </button>
          )}
          {dimension === "user" && row.detail && (
            <span className="truncate text-fg-3 text-xs max-lg:hidden">{row.detail}</span>
          )}
        </span>
      ),
    },
    {
      key: "tokens",
      phone: "line",
      header: t("column.tokens"),
      numeric: true,
      sortable: true,
      cell: ({ figures }) => (
        <span className="items-center justify-end gap-3 md:flex">
          {all !== null && all > 0 && (
            <span aria-hidden className="h-1 w-16 overflow-hidden rounded-full bg-muted max-2xl:hidden">
              <span
                className="block h-full rounded-full bg-chart-1"
                style={{ width: `${(figures.tokens / all) * 100}%` }}
              />
            </span>
          )}
          <span className="md:min-w-20 md:text-right">{format.whole(figures.tokens)}</span>
        </span>
      ),
    },
    {
      key: "change",
      header: t("column.change"),
      numeric: true,
      cell: ({ figures, tokensBefore }) => {
        const change = changeOf(figures.tokens, tokensBefore);
        if (change === null) return <span className="text-fg-3">–</span>;
        return (
          <span className="whitespace-nowrap text-fg-2">
            {change > 0 ? "+" : change < 0 ? "−" : ""}
            {format.change(change)}
          </span>
        );
      },
    },
    figure("input", "inputTokens", ({ inputTokens }) => format.whole(inputTokens)),
    figure("output", "outputTokens", ({ outputTokens }) => format.whole(outputTokens)),
    figure("calls", "calls", ({ calls }) => format.whole(calls)),
    figure("questions", "questions", ({ questions }) => format.whole(questions)),
    figure("failed", "failed", ({ failed }) => format.whole(failed)),
    figure("images", "images", ({ images }) => format.whole(images)),
    figure("cost", "costMicros", (figures) => <Cost figures={figures} format={format} />),
    figure("latency", "firstTokenMs", ({ firstTokenMs }) => (firstTokenMs === null ? "–" : format.time(firstTokenMs))),
    {
      key: "actions",
      phone: "actions",
      header: t("column.actions"),
      numeric: true,
      cell: (row) => (
        <IconButton icon={ReceiptText} label={t("tokens.callsOf", { name: label(row) })} onClick={() => onCalls(row)} />
      ),
    },
  ];
}
