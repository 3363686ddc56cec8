"use client";

import { useQuery } from "@tanstack/react-query";
import { memo, useEffect } from "react";
import { cn } from "@/components/ui/cn";
import { pieceQuery } from "@/lib/features/reader/hooks";
import type { Block, TableBlock, TableCell } from "@/lib/parsing/types";
import { columnName } from "@/lib/parsing/worker/xlsx/address";
import { BlockView } from "../flow/block";
import { MarkedText } from "../flow/marked-text";
import { keyOf, textOf } from "../flow/piece-blocks";
import { PieceFailure, PieceSkeleton } from "../flow/piece-row";
import { rowsOf } from "../flow/table";
import { within } from "../marks";
import type { Hit, Mark } from "../types";

interface SheetPieceProps {
  versionId: string;
  number: number;
  /** The sheet: a piece may hold the end of one and the beginning of the next. */
  part: number;
  widths: readonly number[];
  zoom: number;
  marks: readonly Mark[];
  hits: readonly Hit[];
  onBlocks: (blocks: readonly TableBlock[]) => void;
}

/** Rows a gap may have before it is told in one line. */
const GAP_MAX = 30;

/** Letters of the columns, always in view. */
export const SheetHead = memo(function SheetHead({ widths, zoom }: { widths: readonly number[]; zoom: number }) {
  return (
    <div aria-hidden className="sticky top-0 z-2 flex border-b border-border-strong bg-subtle text-fg-3">
      <span className="sticky left-0 shrink-0 border-r border-border-strong bg-subtle" style={{ width: 48 * zoom }} />
      {widths.map((width, column) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
          key={column}
          className="shrink-0 border-r py-0.5 text-center text-[0.9em]"
          style={{ width: width * zoom }}
        >
          {columnName(column)}
        </span>
      ))}
    </div>
  );
});

/** The cells of the sheet, not the values of a chart on it. */
const isGrid = (block: Block): block is TableBlock => block.kind === "table" && !block.chart;

/** The rows of a sheet one piece holds. */
export function SheetPiece({ versionId, number, part, widths, zoom, marks, hits, onBlocks }: SheetPieceProps) {
  const { data: piece, isError, refetch } = useQuery(pieceQuery(versionId, number));

  // The grid of the sheet is as wide as its pieces need, whichever was loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each piece
  useEffect(() => {
    if (piece) onBlocks(piece.blocks.filter((block) => isGrid(block) && block.part === part) as TableBlock[]);
  }, [piece, part]);

  if (isError) return <PieceFailure onRetry={refetch} />;
  if (!piece) return <PieceSkeleton />;
  return piece.blocks
    .filter((block) => block.part === part)
    .map((block, index) => {
      const shown = { marks: within(marks, block), hits: within(hits, block) };
      const text = textOf(piece, block);
      if (isGrid(block)) {
        return (
          <SheetTable key={keyOf(block, index)} block={block} text={text} widths={widths} zoom={zoom} {...shown} />
        );
      }
      return (
        <div key={keyOf(block, index)} className="sticky left-0 w-[min(45rem,100cqw)] whitespace-pre-wrap px-3">
          <BlockView block={block} text={text} badge="inline" {...shown} />
        </div>
      );
    });
}

interface SheetTableProps {
  block: TableBlock;
  text: string;
  widths: readonly number[];
  zoom: number;
  marks: readonly Mark[];
  hits: readonly Hit[];
}

const SheetTable = memo(function SheetTable({ block, text, widths, zoom, marks, hits }: SheetTableProps) {
  const rows = rowsOf(block.cells);
  return (
    <table className="table-fixed border-separate border-spacing-0 leading-[1.45]">
      <colgroup>
        <col style={{ width: 48 * zoom }} />
        {widths.map((width, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
          <col key={column} style={{ width: width * zoom }} />
        ))}
      </colgroup>
      <tbody>
        {rows.map(({ row, cells }, index) => {
          const before = index === 0 ? row - 1 : rows[index - 1]!.row;
          return [
            ...emptyRows(before + 1, row, widths.length),
            <tr key={row}>
              <RowHead row={row} />
              {lineOf(cells, covered(block.cells, row), widths.length).map(({ column, cell }) => (
                <td
                  key={column}
                  rowSpan={cell?.rowSpan}
                  colSpan={cell?.columnSpan}
                  className={cn(
                    "h-6.5 whitespace-pre-wrap border-b border-r px-1.5 py-0.5 align-top [overflow-wrap:anywhere] scroll-ml-16",
                    cell?.bold && "font-semibold",
                    cell?.align === "right" ? "text-right tabular-nums" : cell?.align === "center" && "text-center",
                  )}
                >
                  {cell && (
                    <MarkedText
                      text={text.slice(cell.from - block.from, cell.to - block.from)}
                      from={cell.from}
                      marks={within(marks, cell)}
                      hits={within(hits, cell)}
                      badge="inline"
                    />
                  )}
                </td>
              ))}
            </tr>,
          ];
        })}
      </tbody>
    </table>
  );
});

function RowHead({ row }: { row: number }) {
  return (
    <th
      scope="row"
      className="tnum sticky left-0 z-1 border-b border-r border-r-border-strong bg-subtle px-1 text-center text-[0.9em] font-normal text-fg-3"
    >
      {row + 1}
    </th>
  );
}

/** Rows without a cell: drawn, unless there are so many that a line says it. */
function emptyRows(from: number, to: number, columns: number) {
  if (to - from > GAP_MAX) {
    return [
      <tr key={`gap${from}`}>
        <td colSpan={columns + 1} className="border-b bg-subtle px-1.5 py-0.5 text-center text-fg-3">
          ⋯ {from + 1}–{to} ⋯
        </td>
      </tr>,
    ];
  }
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return rows.map((row) => (
    <tr key={row}>
      <RowHead row={row} />
      <td colSpan={columns} className="h-6.5 border-b" />
    </tr>
  ));
}

/** Columns of a row that a merged cell of a row above reaches into. */
function covered(cells: readonly TableCell[], row: number): Set<number> {
  const columns = new Set<number>();
  for (const cell of cells) {
    if ((cell.rowSpan ?? 1) < 2 || cell.row >= row || cell.row + (cell.rowSpan ?? 1) <= row) continue;
    for (let at = 0; at < (cell.columnSpan ?? 1); at++) columns.add(cell.column + at);
  }
  return columns;
}

/** A row from its first column to the last, with a hole for every cell that is empty. */
function lineOf(cells: readonly TableCell[], taken: Set<number>, columns: number) {
  const line: { column: number; cell?: TableCell }[] = [];
  const own = new Map(cells.map((cell) => [cell.column, cell]));
  for (let column = 0; column < columns; ) {
    const cell = own.get(column);
    if (cell || !taken.has(column)) line.push({ column, cell });
    column += cell?.columnSpan ?? 1;
  }
  return line;
}
