import { cn } from "@/components/ui/cn";
import type { TableBlock, TableCell } from "@/lib/parsing/types";
import { within } from "../marks";
import type { Hit, Mark } from "../types";
import { MarkedText } from "./marked-text";

interface TableProps {
  block: TableBlock;
  text: string;
  marks: readonly Mark[];
  hits: readonly Hit[];
}

/** A table of a document with its merged cells; a wide one scrolls in its own frame. */
export function DocumentTable({ block, text, marks, hits }: TableProps) {
  const total = block.widths?.reduce((sum, width) => sum + width, 0) ?? 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <div className="my-[0.9em] overflow-x-auto" tabIndex={0}>
      <table className="w-full border-collapse text-[0.92em] leading-[1.55]">
        {total > 0 && (
          <colgroup>
            {block.widths?.map((width, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <col key={column} style={{ width: `${(100 * width) / total}%` }} />
            ))}
          </colgroup>
        )}
        <tbody>
          {rowsOf(block.cells).map(({ row, cells }) => (
            <tr key={row}>
              {cells.map((cell) => {
                const Cell = row < firstRow(block) + block.headerRows ? "th" : "td";
                return (
                  <Cell
                    key={cell.column}
                    rowSpan={cell.rowSpan}
                    colSpan={cell.columnSpan}
                    className={cn(
                      "whitespace-pre-wrap border border-border-strong px-[0.6em] py-[0.35em] align-top [overflow-wrap:anywhere]",
                      Cell === "th" && "bg-subtle",
                      Cell === "th" || cell.bold ? "font-semibold" : "font-normal",
                      cell.align === "center" ? "text-center" : cell.align === "right" ? "text-right" : "text-start",
                    )}
                  >
                    <MarkedText
                      text={text.slice(cell.from - block.from, cell.to - block.from)}
                      from={cell.from}
                      runs={cell.unsure && [{ from: cell.from, to: cell.to, unsure: true }]}
                      marks={within(marks, cell)}
                      hits={within(hits, cell)}
                      badge="inline"
                    />
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The table's first row: a table that goes on in the next piece keeps its numbers. */
function firstRow({ cells }: TableBlock): number {
  return cells[0]?.row ?? 0;
}

/** Cells by row, in the order of their columns. */
export function rowsOf(cells: readonly TableCell[]): { row: number; cells: TableCell[] }[] {
  const rows = new Map<number, TableCell[]>();
  for (const cell of cells) {
    const row = rows.get(cell.row);
    if (row) row.push(cell);
    else rows.set(cell.row, [cell]);
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([row, list]) => ({ row, cells: list.sort((a, b) => a.column - b.column) }));
}
