// Paragraphs and tables of a slide.
import type { TextBlock } from "../../types.ts";
import type { Attributes, Relations } from "../archive.ts";
import type { NewBlock, NewCell, NewTable, Run } from "../builder.ts";
import { formatNumber } from "../docx/numbering.ts";
import { below, child, type XmlNode } from "../tree.ts";
import { kindOf, type Layout, type Placeholder } from "./layouts.ts";

const LINK = /^(https?:|mailto:)/i;
const ALIGN: Readonly<Partial<Record<string, TextBlock["align"]>>> = {
  ctr: "center",
  r: "right",
  just: "justify",
  dist: "justify",
};
const NUMBERS: readonly (readonly [pattern: RegExp, format: string])[] = [
  [/^alphaLc/, "lowerLetter"],
  [/^alphaUc/, "upperLetter"],
  [/^romanLc/, "lowerRoman"],
  [/^romanUc/, "upperRoman"],
  [/^ea1|^ea\d/, "chineseCounting"],
  [/^circleNum/, "decimalEnclosedCircle"],
];
const TINY = 1;

/** What paragraphs inherit from; notes have none of it. */
interface Source {
  layout?: Layout;
  placeholder?: Placeholder | null;
  relations?: Relations;
}

interface Paragraph {
  block: NewBlock;
  runs: Run[];
  /** Runs too small to see. */
  hidden: number;
}

/** Paragraphs of a text body as blocks with their runs. */
export function* paragraphsOf(body: XmlNode, { layout, placeholder = null, relations }: Source): Generator<Paragraph> {
  const counters: Counters = [];
  for (const paragraph of body.children) {
    if (paragraph.tag !== "p") continue;
    const properties = child(paragraph, "pPr");
    const depth = Math.min(8, Number(properties?.attributes.lvl) || 0);
    const own = child(body, "lstStyle", `lvl${depth + 1}pPr`);
    const size = Number(child(own, "defRPr")?.attributes.sz) / 100 || layout?.size(placeholder, depth + 1);
    const { runs, hidden } = runsOf(paragraph, { size, relations });
    if (runs.length === 0 && hidden === 0) continue;
    const marker = markerOf(properties, depth, placeholder, counters);
    const block: NewBlock = marker ? { kind: "listItem", level: depth + 1, marker } : { kind: "paragraph" };
    const inherited = () => layout?.alignment(placeholder, depth + 1);
    const align = ALIGN[properties?.attributes.algn ?? own?.attributes.algn ?? inherited() ?? ""];
    if (align) block.align = align;
    if (properties?.attributes.rtl === "1") block.direction = "rtl";
    yield { block, runs, hidden };
  }
}

function runsOf(
  paragraph: XmlNode,
  { size, relations }: { size: number | undefined; relations: Relations | undefined },
): Pick<Paragraph, "runs" | "hidden"> {
  const runs: Run[] = [];
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
    if (points !== undefined && points <= TINY) {
      hidden++;
      continue;
    }
    runs.push({ text, run: number, ...(points ? { size: points } : {}), ...styleOf(look, attributes, relations) });
  }
  return { runs, hidden };
}

function styleOf(
  look: XmlNode | undefined,
  { b, i, u, strike, baseline }: Attributes,
  relations: Relations | undefined,
): Omit<Run, "text"> {
  const style: Omit<Run, "text"> = {};
  if (b === "1" || b === "true") style.bold = true;
  if (i === "1" || i === "true") style.italic = true;
  if (u && u !== "none") style.underline = true;
  if (strike && strike !== "noStrike") style.strike = true;
  if (Number(baseline) > 0) style.script = "super";
  if (Number(baseline) < 0) style.script = "sub";
  const color = child(look, "solidFill", "srgbClr")?.attributes.val ?? "";
  if (/^[0-9a-f]{6}$/i.test(color)) style.color = `#${color.toLowerCase()}`;
  const relation = relations?.get(child(look, "hlinkClick")?.attributes["r:id"]);
  if (relation?.external && LINK.test(relation.target)) style.link = relation.target.slice(0, 2000);
  return style;
}

/** The last number at each depth. */
type Counters = (number | undefined)[];

/** Bullets are the rule in bodies and the exception elsewhere. */
function markerOf(
  properties: XmlNode | undefined,
  depth: number,
  placeholder: Placeholder | null,
  counters: Counters,
): string | null {
  counters.length = depth + 1;
  const auto = child(properties, "buAutoNum");
  if (auto) {
    const { type = "arabicPeriod", startAt } = auto.attributes;
    const before = counters[depth];
    const count = before === undefined ? Number(startAt) || 1 : before + 1;
    counters[depth] = count;
    const format = NUMBERS.find(([pattern]) => pattern.test(type))?.[1] ?? "decimal";
    const text = formatNumber(count, format);
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
export function tableOf(table: XmlNode): NewTable {
  const grid = (child(table, "tblGrid")?.children ?? []).map(({ attributes }) => Number(attributes.w) || 0);
  const rows = table.children
    .filter(({ tag }) => tag === "tr")
    .map((row) => {
      const cells: NewCell[] = [];
      row.children
        .filter(({ tag }) => tag === "tc")
        .forEach((cell, column) => {
          const { gridSpan, rowSpan, hMerge, vMerge } = cell.attributes;
          if (hMerge === "1" || vMerge === "1") return;
          const written: NewCell = { column, text: wordsOf(cell) };
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

function wordsOf(cell: XmlNode): string {
  return [...below(cell, "p")]
    .map((paragraph) =>
      paragraph.children.map((node) => (node.tag === "br" ? "\n" : (child(node, "t")?.text ?? ""))).join(""),
    )
    .join("\n")
    .trim();
}
