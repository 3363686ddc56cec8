"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Pagination } from "@/components/ui/pagination";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { Figures, SeriesPoint } from "@/lib/features/reports/dto";
import { Cost, costColumn } from "../cost";
import { type Format, useReportTexts } from "../format";

const PAGE_SIZE = 15;
const COLUMNS = [
  ["tokens", "tokens"],
  ["input", "inputTokens"],
  ["output", "outputTokens"],
  ["calls", "calls"],
  ["questions", "questions"],
  ["images", "images"],
] as const satisfies readonly (readonly [string, keyof Figures])[];

/** Every day something was used, the newest first. */
export function DayTable({ series, format }: { series: readonly SeriesPoint[]; format: Format }) {
  const t = useTranslations("personal.token");
  const r = useReportTexts();
  const [page, setPage] = useState(1);
  const days = series.filter(({ figures }) => figures.calls > 0).reverse();
  const cost = costColumn(
    format,
    days.map(({ figures }) => figures),
  );
  const shown = days.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <section aria-label={t("byDay")} className="min-w-0 overflow-hidden rounded-md border">
      <h2 className="px-4 py-3 font-semibold text-base">{t("byDay")}</h2>
      {days.length === 0 ? (
        <p className="px-4 pb-6 text-fg-3 text-sm">{t("nothing")}</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          {/* biome-ignore lint/a11y/useSemanticElements: a field set is for inputs */}
          <div tabIndex={0} role="group" aria-label={t("byDay")} className="overflow-x-auto -outline-offset-2">
            <Table aria-label={t("byDay")}>
              <thead>
                <tr>
                  <TableHead>{t("day")}</TableHead>
                  {COLUMNS.map(([key]) => (
                    <TableHead key={key} className="text-right">
                      {r(`column.${key}`)}
                    </TableHead>
                  ))}
                  <TableHead className="text-right">{r("column.cost")}</TableHead>
                </tr>
              </thead>
              <tbody>
                {shown.map(({ period, figures }) => (
                  <TableRow key={period}>
                    <TableCell className="tnum whitespace-nowrap">{format.range(period, period)}</TableCell>
                    {COLUMNS.map(([key, name]) => (
                      <TableCell key={key} className="tnum text-right">
                        {format.whole(figures[name] ?? 0)}
                      </TableCell>
                    ))}
                    <TableCell className="tnum whitespace-nowrap text-right">
                      <Cost figures={figures} format={cost} />
                    </TableCell>
                  </TableRow>
                ))}
              </tbody>
            </Table>
          </div>
          {days.length > PAGE_SIZE && (
            <Pagination page={page} pageSize={PAGE_SIZE} total={days.length} onPageChange={setPage} />
          )}
        </>
      )}
    </section>
  );
}
