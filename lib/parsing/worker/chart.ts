// Charts of office files: their titles, and the values the file keeps beside the drawing, as tables.
import type { Box } from "../types.ts";
import type { Archive } from "./archive.ts";
import type { Builder, NewCell, NewTable } from "./builder.ts";
import { below, child, sidePart, wordsBelow, type XmlNode } from "./tree.ts";
import { formatNumber } from "./xlsx/format.ts";

const POINTS_MAX = 5000;
const SERIES_MAX = 255;

/** Where it stands. */
interface ChartPlace {
  box?: Box;
  cell?: string;
}

interface Series {
  name: string;
  categories: Points;
  values: Points;
  /** Of bubbles. */
  sizes: Points;
}

/** Words of points by their index; those without a value are left out. */
type Points = ReadonlyMap<number, string>;
const NONE: Points = new Map();

/** Writes a chart: what it is called, then its values. One without stored values is told. */
export async function writeChart(
  archive: Archive,
  builder: Builder,
  name: string | undefined,
  { cell, ...place }: ChartPlace = {},
): Promise<void> {
  const root = sidePart(archive, builder, name);
  if (!root) return;
  const chart = child(root, "chart");
  const series = (child(root, "chartData") ? extendedSeries(root) : plainSeries(root)).slice(0, SERIES_MAX);
  const isEmpty = series.every(({ values }) => values.size === 0);
  const title = titleOf(chart) || (series.length === 1 ? series[0]!.name : "");
  const axes = child(chart, "plotArea")?.children.filter(({ tag }) => /Ax$|^axis$/.test(tag)) ?? [];
  const named = axes.map(titleOf).filter(Boolean);
  const fallback = series.map((one) => one.name).filter(Boolean);
  const text = [title || fallback.join(", "), named.join(" / ")].filter(Boolean).join("\n");
  if (isEmpty) builder.warn("charts");
  await builder.text({ kind: "chart", ...(cell ? { cell } : {}), ...place }, [{ text }]);
  const categoryTitle = titleOf(axes.find(({ tag }) => tag === "catAx" || tag === "dateAx"));
  for (const group of grouped(series)) {
    const table = tableOf(group, categoryTitle);
    builder.warn(
      "truncatedCells",
      group.reduce((sum, one) => sum + Math.max(0, one.values.size - POINTS_MAX), 0),
    );
    if (table.rows.length > 1) await builder.table({ ...table, chart: true, ...place });
  }
}

function titleOf(node: XmlNode | undefined): string {
  const title = child(node, "title");
  const stored = [...pointsOf(child(title, "tx")).values()].join(" ");
  return wordsBelow(child(title, "tx", "rich")) || stored || plainText(child(title, "tx"));
}

/** Of charts that Office 2016 added. */
const plainText = (tx: XmlNode | undefined) => child(tx, "txData", "v")?.text.trim() ?? "";

function plainSeries(root: XmlNode): Series[] {
  const is1904 = child(root, "date1904")?.attributes.val === "1";
  const groups = (child(root, "chart", "plotArea")?.children ?? []).filter(({ tag }) => tag.endsWith("Chart"));
  return groups
    .flatMap((group) => group.children.filter(({ tag }) => tag === "ser"))
    .map((node) => {
      const tx = child(node, "tx");
      return {
        name: [...pointsOf(tx).values()].join(" ") || (child(tx, "v")?.text ?? ""),
        categories: pointsOf(child(node, "cat") ?? child(node, "xVal"), is1904),
        values: pointsOf(child(node, "val") ?? child(node, "yVal"), is1904),
        sizes: pointsOf(child(node, "bubbleSize"), is1904),
      };
    });
}

/** What a reference last held, or what stands there in its place. */
function pointsOf(source: XmlNode | undefined, is1904 = false): Points {
  const holder = source?.children.find(({ tag }) => tag.endsWith("Ref")) ?? source;
  const cache = holder?.children.find(({ tag }) => /(Cache|Lit)$/.test(tag));
  if (!cache) return NONE;
  const levels = cache.children.filter(({ tag }) => tag === "lvl");
  if (levels.length > 0) return joinLevels(levels.map((level) => numbered(level)));
  if (!cache.tag.startsWith("num")) return numbered(cache);
  const code = child(cache, "formatCode")?.text || "General";
  return numbered(cache, (words, own) => shownNumber(words, own ?? code, is1904));
}

function shownNumber(words: string, code: string, is1904: boolean): string {
  const value = Number(words);
  return words.trim() === "" || !Number.isFinite(value) ? words : formatNumber(value, code, is1904);
}

function numbered(list: XmlNode, show = (words: string, _code: string | undefined) => words): Points {
  const found = new Map<number, string>();
  for (const { tag, attributes, children, text } of list.children) {
    if (tag !== "pt") continue;
    const words = children.find((node) => node.tag === "v")?.text ?? text;
    const index = Number(attributes.idx);
    if (Number.isInteger(index) && words.trim()) found.set(index, show(words, attributes.formatCode));
  }
  return found;
}

/** The innermost level comes first; a name of an outer one holds until the next. */
function joinLevels([inner = NONE, ...outer]: readonly Points[]): Points {
  const current: string[] = [];
  return new Map(
    [...inner].map(([index, words]) => {
      outer.forEach((level, depth) => {
        current[depth] = level.get(index) ?? current[depth] ?? "";
      });
      return [index, [...current.toReversed(), words].filter(Boolean).join(" / ")];
    }),
  );
}

function extendedSeries(root: XmlNode): Series[] {
  const data = new Map((child(root, "chartData")?.children ?? []).map((node) => [node.attributes.id, node]));
  return [...below(child(root, "chart", "plotArea"), "series")].map((node) => {
    const dimensions = data.get(child(node, "dataId")?.attributes.val)?.children ?? [];
    const levelsOf = (tag: string) =>
      dimensions.find((one) => one.tag === tag)?.children.filter((one) => one.tag === "lvl") ?? [];
    const [values] = levelsOf("numDim");
    const code = values?.attributes.formatCode || "General";
    return {
      name: plainText(child(node, "tx")),
      categories: joinLevels(levelsOf("strDim").map((level) => numbered(level))),
      values: values ? numbered(values, (words) => shownNumber(words, code, false)) : NONE,
      sizes: NONE,
    };
  });
}

/** Series that follow each other over the same categories stand in one table. */
function grouped(series: readonly Series[]): Series[][] {
  const groups: Series[][] = [];
  for (const one of series) {
    const last = groups.at(-1);
    if (last && isSame(last[0]!.categories, one.categories)) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

function isSame(a: Points, b: Points): boolean {
  return b.size === 0 || (a.size === b.size && [...a].every(([index, words]) => b.get(index) === words));
}

function tableOf(series: readonly Series[], categoryTitle: string): Pick<NewTable, "rows" | "columns" | "headerRows"> {
  const categories = series[0]!.categories;
  const columns = series.flatMap(({ name, values, sizes }) => [
    { name, points: values },
    ...(sizes.size > 0 ? [{ name, points: sizes }] : []),
  ]);
  const indexes = [...new Set(series.flatMap(({ values }) => [...values.keys()]))]
    .sort((a, b) => a - b)
    .slice(0, POINTS_MAX);
  const line = (first: string, rest: readonly string[], isHead: boolean): NewCell[] =>
    [first, ...rest].flatMap((text, column) =>
      text
        ? [{ column, text, ...(isHead ? { bold: true as const } : column > 0 ? { align: "right" as const } : {}) }]
        : [],
    );
  const head = line(
    categoryTitle,
    columns.map(({ name }) => name),
    true,
  );
  const body = indexes.map((index) =>
    line(
      categories.get(index) ?? String(index + 1),
      columns.map(({ points }) => points.get(index) ?? ""),
      false,
    ),
  );
  return { rows: [head, ...body], columns: columns.length + 1, headerRows: 1 };
}
