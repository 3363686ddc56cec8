import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { ChartData } from "./types";

interface ChartTableProps {
  data: ChartData;
  caption: string;
  periodLabel: string;
  height: number;
}

/** The chart's values as they are, the latest first. */
export function ChartTable({ data: { points, series, exact }, caption, periodLabel, height }: ChartTableProps) {
  const rows = points.map((point, index) => ({ point, index })).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="overflow-auto rounded-sm border" style={{ height }}>
      <Table>
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0">
          <tr>
            <TableHead>{periodLabel}</TableHead>
            {series.map(({ key, label }) => (
              <TableHead key={key} className="text-right">
                {label}
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ point, index }) => (
            <TableRow key={point.key}>
              <TableCell className="h-9 whitespace-nowrap">{point.label}</TableCell>
              {series.map(({ key, values }) => (
                <TableCell key={key} className="tnum h-9 text-right">
                  {values[index] == null ? "–" : exact(values[index])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
