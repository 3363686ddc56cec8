// Paragraphs and tables of a slide.
import { formatNumber } from "../docx/numbering.mjs";
import { below, child } from "../tree.mjs";
import { kindOf } from "./layouts.mjs";

const LINK = /^(https?:|mailto:)/i;
const ALIGN = { ctr: "center", r: "right", just: "justify", dist: "justify" };
const NUMBERS = [
  [/^alphaLc/, "lowerLetter"],
  [/^alphaUc/, "upperLetter"],
  [/^romanLc/, "lowerRoman"],
  [/^romanUc/, "upperRoman"],
  [/^ea1|^ea\d/, "chineseCounting"],
  [/^circleNum/, "decimalEnclosedCircle"],
];
const TINY = 1;

/** Paragraphs of a text body as blocks with their runs. */
export function* paragraphsOf(body, { layout, placeholder = null, relations }) {
  const counters = [];
  for (const paragraph of body.children) {
    if (paragraph.tag !== "p") continue;
    const properties = child(paragraph, "pPr");
    const depth = Math.min(8, Number(properties?.attributes.lvl) || 0);
    const own = child(body, "lstStyle", `lvl${depth + 1}pPr`);
    const size = Number(child(own, "defRPr")?.attributes.sz) / 100 || layout?.size(placeholder, depth + 1);
    const { runs, hidden } = runsOf(paragraph, { size, relations });
    if (runs.length === 0 && hidden === 0) continue;
    const marker = markerOf(properties, depth, placeholder, counters);
    const block = marker ? { kind: "listItem", level: depth + 1, marker } : { kind: "paragraph" };
    const align =
      ALIGN[properties?.attributes.algn ?? own?.attributes.algn ?? layout?.alignment(placeholder, depth + 1)];
    if (align) block.align = align;
    if (properties?.attributes.rtl === "1") block.direction = "rtl";
    yield { block, runs, hidden };
  }
}

function runsOf(paragraph, { size, relations }) {
  const runs = [];
  let hidden = 0;
  let number = 0;
  for (const node of paragraph.children) {
    if (node.tag === "br") runs.push({ text: "\n" });
    if (node.tag !== "r" && node.tag !== "fld") continue;
    number++;
    const text = child(node, "t")?.text ?? "";
    if (!text) continue;
    const look = child(node, "rPr");
    const attributes = look?.attributes ?? {};
    const points = Number(attributes.sz) / 100 || size;
    if (points <= TINY) {
      hidden++;
      continue;
    }
    runs.push({ text, run: number, ...(points ? { size: points } : {}), ...styleOf(look, attributes, relations) });
  }
  return { runs, hidden };
}

function styleOf(look, { b, i, u, strike, baseline }, relations) {
  const style = {};
  if (b === "1" || b === "true") style.bold = true;
  if (i === "1" || i === "true") style.italic = true;
  if (u && u !== "none") style.underline = true;
  if (strike && strike !== "noStrike") style.strike = true;
  if (Number(baseline) > 0) style.script = "super";
  if (Number(baseline) < 0) style.script = "sub";
  const color = child(look, "solidFill", "srgbClr")?.attributes.val;
  if (/^[0-9a-f]{6}$/i.test(color ?? "")) style.color = `#${color.toLowerCase()}`;
  const relation = relations?.get(child(look, "hlinkClick")?.attributes["r:id"]);
  if (relation?.external && LINK.test(relation.target)) style.link = relation.target.slice(0, 2000);
  return style;
}

/** Bullets are the rule in bodies and the exception elsewhere. */
function markerOf(properties, depth, placeholder, counters) {
  counters.length = depth + 1;
  const auto = child(properties, "buAutoNum");
  if (auto) {
    const { type = "arabicPeriod", startAt } = auto.attributes;
    counters[depth] = counters[depth] === undefined ? Number(startAt) || 1 : counters[depth] + 1;
    const format = NUMBERS.find(([pattern]) => pattern.test(type))?.[1] ?? "decimal";
    const text = formatNumber(counters[depth], format);
    if (/ParenBoth$/.test(type)) return `(${text})`;
    return /ParenR$/.test(type) ? `${text})` : /Period$/.test(type) ? `${text}.` : text;
  }
  counters[depth] = undefined;
  if (child(properties, "buNone")) return null;
  const char = child(properties, "buChar")?.attributes.char;
  if (char) return /[\ue000-\uf8ff]/.test(char) || char.trim() === "" ? "•" : char;
  const type = placeholder?.type ?? "obj";
  return placeholder && kindOf(type) === "body" && type !== "subTitle" ? "•" : null;
}

/** A table with its merged cells, for the builder. */
export function tableOf(table) {
  const grid = (child(table, "tblGrid")?.children ?? []).map(({ attributes }) => Number(attributes.w) || 0);
  const rows = table.children
    .filter(({ tag }) => tag === "tr")
    .map((row) => {
      const cells = [];
      row.children
        .filter(({ tag }) => tag === "tc")
        .forEach((cell, column) => {
          const { gridSpan, rowSpan, hMerge, vMerge } = cell.attributes;
          if (hMerge === "1" || vMerge === "1") return;
          const written = { column, text: wordsOf(cell) };
          if (Number(gridSpan) > 1) written.columnSpan = Number(gridSpan);
          if (Number(rowSpan) > 1) written.rowSpan = Number(rowSpan);
          cells.push(written);
        });
      return cells;
    });
  const columns = Math.max(grid.length, 1, ...rows.flat().map(({ column, columnSpan = 1 }) => column + columnSpan));
  const headerRows = child(table, "tblPr")?.attributes.firstRow === "1" ? 1 : 0;
  return {
    rows,
    columns,
    headerRows,
    ...(grid.length === columns && grid.every((width) => width > 0) ? { widths: grid } : {}),
  };
}

function wordsOf(cell) {
  return [...below(cell, "p")]
    .map((paragraph) =>
      paragraph.children.map((node) => (node.tag === "br" ? "\n" : (child(node, "t")?.text ?? ""))).join(""),
    )
    .join("\n")
    .trim();
}
