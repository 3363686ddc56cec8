// A table of a word document on its grid, merged cells as one.

/** For the builder: rows of cells with text, spans and the pictures in them. */
export function tableOf({ rows, grid, headerRows }) {
  const images = [];
  const open = new Map();
  const written = rows.map(({ cells, before }, row) => {
    const line = [];
    let column = before;
    for (const { span, merge, items = [] } of cells) {
      if (merge === "continue" && open.has(column)) {
        const above = open.get(column);
        above.rowSpan = row - above.row + 1;
      } else {
        const cell = { column, text: textOf(items, images) };
        if (span > 1) cell.columnSpan = span;
        if (isBold(items)) cell.bold = true;
        const align = items.find(({ look }) => look?.align)?.look.align;
        if (align === "center" || align === "right") cell.align = align;
        if (merge === "restart") open.set(column, Object.assign(cell, { row }));
        else open.delete(column);
        line.push(cell);
      }
      column += span;
    }
    return line;
  });
  for (const cell of written.flat()) delete cell.row;
  const columns = Math.max(grid.length, 1, ...written.flat().map(({ column, columnSpan = 1 }) => column + columnSpan));
  const widths = grid.length === columns && grid.every((width) => width > 0) ? { widths: grid } : {};
  return { rows: written, columns, headerRows, images, ...widths };
}

/** Words of a cell: paragraphs on lines of their own, a table inside it row by row. */
function textOf(items, images) {
  const lines = [];
  for (const item of items) {
    if (item.image) images.push(item.image);
    else if (item.table) {
      images.push(...item.table.images);
      for (const row of item.table.rows) lines.push(row.map(({ text }) => text).join("\t"));
    } else lines.push(item.runs.map(({ text }) => text).join(""));
  }
  while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  return lines.join("\n");
}

function isBold(items) {
  const runs = items.flatMap((item) => item.runs ?? []).filter(({ text }) => text.trim());
  return runs.length > 0 && runs.every(({ look }) => look.bold);
}
