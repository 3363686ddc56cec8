import Link from "next/link";
import type { ReactNode } from "react";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { RowDto, Top } from "@/lib/features/reports/dto";
import { labelOf } from "@/lib/features/reports/label";
import { Cost, costColumn } from "./cost";
import { type Format, useReportTexts } from "./format";
import { NoRows } from "./top-card";

interface TopTableProps {
  kind: "app" | "user";
  top: Top;
  format: Format;
  action?: ReactNode;
  /** Where a row leads. */
  href?: (row: RowDto) => string;
}

/** The largest apps or people with their figures. */
export function TopTable({ kind, top, format, action, href }: TopTableProps) {
  const t = useReportTexts();
  const title = t(`top.${kind}`);
  const cost = costColumn(
    format,
    top.items.map(({ figures }) => figures),
  );
  return (
    <section className="min-w-0 overflow-hidden rounded-md border">
      <header className="flex min-h-7 items-center gap-3 px-4 pt-4 pb-3">
        <h2 className="font-semibold text-base">{title}</h2>
        <span className="ml-auto">{action}</span>
      </header>
      {top.items.length === 0 ? (
        <NoRows />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section aria-label={title} tabIndex={0} className="overflow-x-auto border-t -outline-offset-2">
          <Table className="[&_tr:last-child>td]:border-b-0">
            <thead>
              <tr>
                <TableHead>{t(`dimension.${kind}`)}</TableHead>
                {(["questions", "calls", "tokens", "cost", "failed"] as const).map((column) => (
                  <TableHead key={column} className={hiddenOnPhones(column)}>
                    {t(`column.${column}`)}
                  </TableHead>
                ))}
              </tr>
            </thead>
            <tbody>
              {top.items.map((row) => (
                <TableRow key={row.key}>
                  <TableCell className="h-9 max-w-64">
                    <Name row={row} kind={kind} href={href?.(row)} />
                  </TableCell>
                  <TableCell className={hiddenOnPhones("questions")}>{format.whole(row.figures.questions)}</TableCell>
                  <TableCell className={hiddenOnPhones("calls")}>{format.whole(row.figures.calls)}</TableCell>
                  <TableCell className={hiddenOnPhones("tokens")}>{format.compact(row.figures.tokens)}</TableCell>
                  <TableCell className={hiddenOnPhones("cost")}>
                    <Cost figures={row.figures} format={cost} />
                  </TableCell>
                  <TableCell className={hiddenOnPhones("failed")}>{format.whole(row.figures.failed)}</TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
        </section>
      )}
    </section>
  );
}

/** Name, tokens and money are what a phone has room for. */
function hiddenOnPhones(column: string): string {
  const isExtra = !["tokens", "cost"].includes(column);
  return isExtra ? "tnum whitespace-nowrap text-right text-fg-2 max-md:hidden" : "tnum whitespace-nowrap text-right";
}

function Name({ row, kind, href }: { row: RowDto; kind: "app" | "user"; href: string | undefined }) {
  const t = useReportTexts();
  const label = labelOf(row, kind, t);
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      {href ? (
        <Link href={href} className="truncate rounded-xs hover:text-primary-ink hover:underline">
          {label}
        </Link>
      ) : (
        <span className="truncate">{label}</span>
      )}
      {kind === "user" && row.detail && <span className="truncate text-fg-3 text-xs max-md:hidden">{row.detail}</span>}
    </span>
  );
}
