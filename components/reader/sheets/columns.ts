import type { TableBlock } from "@/lib/parsing/types";

/** Width of a column in pixels at 100 %. */
const USUAL = 96;
const NARROWEST = 40;
const WIDEST = 420;

/**
 * Widths of a sheet's columns: those of the file, in relation to its usual one; the widest any of its blocks asks for, so that
 * all pieces of a sheet stand in one grid. The same list when nothing changed.
 */
export function columnWidths(before: readonly number[], blocks: readonly TableBlock[]): readonly number[] {
  const count = Math.max(before.length, ...blocks.map(({ cells, columns }) => Math.max(columns, ...cells.map(endOf))));
  const widths = Array.from({ length: count }, (_, column) => {
    const asked = blocks.map(({ widths: own }) => pixels(own, column)).filter((width) => width !== undefined);
    return Math.max(before[column] ?? 0, ...(asked.length > 0 ? asked : [before[column] ?? USUAL]));
  });
  return widths.length === before.length && widths.every((width, column) => width === before[column]) ? before : widths;
}

const endOf = ({ column, columnSpan = 1 }: { column: number; columnSpan?: number }) => column + columnSpan;

/** A file's widths are relative: the middle one of them is taken for the usual. */
function pixels(widths: readonly number[] | undefined, column: number): number | undefined {
  const own = widths?.[column];
  if (!widths || own === undefined) return undefined;
  const sorted = [...widths].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] || 1;
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, (own / middle) * USUAL)));
}
