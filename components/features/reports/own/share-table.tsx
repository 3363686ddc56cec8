"use client";

import { useTranslations } from "next-intl";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { StatementRow } from "@/lib/features/reports/dto";
import { labelOf } from "@/lib/features/reports/label";
import { Cost, costColumn } from "../cost";
import { type Format, useReportTexts } from "../format";

interface ShareTableProps {
  title: string;
  kind: "app" | "model";
  rows: readonly StatementRow[];
  format: Format;
}

/** What each app or model took of the whole. */
export function ShareTable({ title, kind, rows, format }: ShareTableProps) {
  const t = useTranslations("personal.token");
  const r = useReportTexts();
  const cost = costColumn(
    format,
    rows.map(({ figures }) => figures),
  );
  const all = rows.reduce((sum, { figures }) => sum + figures.tokens, 0);
  return (
    <section aria-label={title} className="min-w-0 overflow-hidden rounded-md border">
      <h2 className="px-4 py-3 font-semibold text-base">{title}</h2>
      {rows.length === 0 ? (
        <p className="px-4 pb-6 text-fg-3 text-sm">{t("nothing")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        // biome-ignore lint/a11y/useSemanticElements: a field set is for inputs
        <div tabIndex={0} role="group" aria-label={title} className="max-h-90 overflow-auto -outline-offset-2">
          <Table>
            <thead className="sticky top-0">
              <tr>
                <TableHead>{r(`dimension.${kind}`)}</TableHead>
                <TableHead className="text-right">{r("column.tokens")}</TableHead>
                <TableHead className="text-right">{r("column.calls")}</TableHead>
                <TableHead className="text-right">{r("column.cost")}</TableHead>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <TableRow key={row.key}>
                  <TableCell className="max-w-50 truncate">{labelOf(row, kind, r)}</TableCell>
                  <TableCell className="tnum text-right">
                    <span className="block">{format.whole(row.figures.tokens)}</span>
                    <span aria-hidden className="ml-auto mt-0.5 block h-1 w-20 overflow-hidden rounded-full bg-muted">
                      <span
                        className="block h-full rounded-full bg-chart-1"
                        style={{ width: `${all > 0 ? (row.figures.tokens / all) * 100 : 0}%` }}
                      />
                    </span>
                  </TableCell>
                  <TableCell className="tnum text-right">{format.whole(row.figures.calls)}</TableCell>
                  <TableCell className="tnum whitespace-nowrap text-right">
                    <Cost figures={row.figures} format={cost} />
                  </TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </section>
  );
}
