// A web page as the text people see: no scripts, no styles, nothing hidden.

import { createHash } from "node:crypto";
import type { Element, Nodes, Properties, Root } from "hast";
import { fromHtml } from "hast-util-from-html";
import { type Builder, type NewBlock, type NewCell, type NewImage, pictureType, type Run } from "./builder.ts";
import { readText, sizeOf } from "./decode.ts";
import { ParseStop } from "./failure.ts";
import { DEPTH_MAX } from "./limits.ts";
import type { Reading } from "./reader.ts";
import { endedAsHtml } from "./xml-page.ts";

const BYTES_MAX = 12 * 1024 ** 2;
const LINK = /^(https?:|mailto:)/i;
const DROPPED = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "head",
  "svg",
  "canvas",
  "iframe",
  "object",
  "embed",
  "select",
  "datalist",
  "dialog",
  "audio",
  "video",
  "map",
]);
const BLOCKS = new Set([
  ..."address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
  ..."header hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul".split(" "),
]);
const ALIGNED = ["center", "right", "justify"] as const;

type Style = Omit<Run, "text">;

const STYLES: Readonly<Partial<Record<string, "bold" | "italic" | "underline" | "strike" | "code">>> = {
  b: "bold",
  strong: "bold",
  th: "bold",
  i: "italic",
  em: "italic",
  cite: "italic",
  u: "underline",
  ins: "underline",
  s: "strike",
  del: "strike",
  strike: "strike",
  code: "code",
  kbd: "code",
  samp: "code",
  tt: "code",
};

/** What an element hands down to those inside it. */
interface Context {
  style: Style;
  block: NewBlock;
  /** White space stays as it is. */
  isKept?: boolean;
  direction?: "rtl";
  align?: (typeof ALIGNED)[number];
  /** The next number of a list; null for one with bullets. */
  list?: { next: number | null };
  level?: number;
}

export async function readHtml(file: string, builder: Builder, options: Reading): Promise<void> {
  if (sizeOf(file, options) > BYTES_MAX) throw new ParseStop("documentTooBig");
  const text = readText(file, builder, options, charsetOf);
  const tree = bounded(() => fromHtml(endedAsHtml(text)));
  builder.startPart({ kind: "section", number: 1 });
  builder.title = titleOf(tree);
  await writePage(tree, builder);
}

/** Everything of a page that people see. */
export async function writePage(tree: Root, builder: Builder): Promise<void> {
  const writer = new Writer(builder);
  await writer.children(tree, { style: {}, block: { kind: "paragraph" } }, 0);
  await writer.end();
  builder.warn("hiddenText", writer.hidden);
}

/** Throws documentHostile for elements inside one another without end. */
export function bounded<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof RangeError ? new ParseStop("documentHostile") : error;
  }
}

/** What a page says of its own encoding. One that says UTF-16 in bytes that are ASCII does not mean it. */
function charsetOf(head: string): string | undefined {
  const named = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{3,20})/i.exec(head)?.[1];
  const said = named ?? /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([\w-]{3,20})/i.exec(head)?.[1];
  return said && /^utf-?16/i.test(said) ? "utf-8" : said;
}

function titleOf(tree: Root): string {
  const find = (node: Nodes, depth: number): string => {
    if (!("children" in node)) return "";
    if (node.type === "element" && node.tagName === "title")
      return node.children.map((child) => ("value" in child ? child.value : "")).join("");
    if (depth > 4) return "";
    for (const child of node.children) {
      const isBody = child.type === "element" && child.tagName === "body";
      const found = isBody ? "" : find(child, depth + 1);
      if (found) return found;
    }
    return "";
  };
  return find(tree, 0);
}

function addWords(runs: Run[], value: string, { style, isKept }: Context): void {
  const text = isKept ? value : value.replace(/[ \t\n\f\r]+/g, " ");
  if (text) runs.push({ text, ...style });
}

class Writer {
  /** Elements that are not shown and have words in them. */
  hidden = 0;
  /** Pictures of the block under way. */
  readonly images: NewImage[] = [];
  private readonly builder: Builder;
  private runs: Run[] = [];
  private block: NewBlock = { kind: "paragraph" };
  /** Of a list item that has no words yet. */
  private marker: string | undefined;
  private paragraph = 0;

  constructor(builder: Builder) {
    this.builder = builder;
  }

  async children(node: Root | Element, context: Context, depth: number): Promise<void> {
    if (depth > DEPTH_MAX) throw new ParseStop("documentHostile");
    for (const child of node.children) {
      if (child.type === "text") addWords(this.runs, child.value, context);
      else if (child.type === "element") await this.element(child, context, depth + 1);
    }
  }

  private async element(node: Element, context: Context, depth: number): Promise<void> {
    const { tagName: tag, properties } = node;
    if (DROPPED.has(tag)) return;
    if (isHidden(properties)) {
      if (hasWords(node)) this.hidden++;
      return;
    }
    if (tag === "br") return void this.runs.push({ text: "\n" });
    if (tag === "img") {
      if (typeof properties.alt === "string") addWords(this.runs, properties.alt, context);
      const image = imageOf(properties);
      if (image) this.images.push(image);
      return;
    }
    if (tag === "table") return this.table(node, context, depth);
    const inner: Context = { ...context, style: styleOf(tag, properties, context) };
    if (!BLOCKS.has(tag)) return this.children(node, inner, depth);
    await this.end();
    Object.assign(inner, blockOf(tag, node, context));
    if (properties.dir === "rtl") inner.direction = "rtl";
    inner.align = alignOf(tag, properties) ?? context.align;
    if (tag === "li") this.marker = markerOf(node, context);
    this.block = placed(inner);
    await this.children(node, inner, depth);
    await this.end();
    if (tag === "li") this.marker = undefined;
    this.block = placed(context);
  }

  /** Writes what was gathered as one block, white space as a browser shows it. */
  async end(): Promise<void> {
    const runs = this.block.kind === "code" ? withoutLastBreak(this.runs) : collapse(this.runs);
    this.runs = [];
    if (runs.length > 0 && runs.some(({ text }) => text.trim() !== "")) await this.paragraphOf(runs);
    // Pictures part no words: they stand behind the block they are in.
    for (const image of this.images.splice(0)) await this.builder.image(image);
  }

  private async paragraphOf(runs: Run[]): Promise<void> {
    this.paragraph++;
    const marker = this.block.kind === "listItem" && this.marker ? { marker: this.marker } : {};
    await this.builder.text({ ...this.block, ...marker, paragraph: this.paragraph }, runs);
    // A list item's second paragraph has none.
    this.marker = undefined;
  }

  private async table(node: Element, context: Context, depth: number): Promise<void> {
    await this.end();
    for (const child of node.children)
      if (child.type === "element" && child.tagName === "caption") await this.element(child, context, depth + 1);
    const rows: NewCell[][] = [];
    let headerRows = 0;
    const taken = new Map<number, number>();
    for (const row of rowsOf(node, depth)) {
      const cells = row.children
        .filter((child) => child.type === "element")
        .filter(({ tagName }) => tagName === "td" || tagName === "th");
      if (cells.length > 0 && headerRows === rows.length && cells.every(({ tagName }) => tagName === "th"))
        headerRows++;
      rows.push(this.row(cells, rows.length, taken, context, depth));
    }
    const columns = Math.max(1, ...rows.flat().map(({ column, columnSpan = 1 }) => column + columnSpan));
    if (rows.some((row) => row.length > 0)) {
      this.paragraph++;
      await this.builder.table({ rows, columns, headerRows });
    }
    await this.end();
  }

  /** Cells on the grid; `taken` says up to which row a column belongs to a cell above. */
  private row(
    cells: readonly Element[],
    number: number,
    taken: Map<number, number>,
    context: Context,
    depth: number,
  ): NewCell[] {
    let column = 0;
    return cells.map((cell) => {
      while ((taken.get(column) ?? 0) > number) column++;
      const columnSpan = spanOf(cell.properties.colSpan);
      const rowSpan = spanOf(cell.properties.rowSpan);
      for (let at = column; at < column + columnSpan; at++) taken.set(at, number + rowSpan);
      const inner = new Gather(this);
      inner.children(cell, { ...context, style: {} }, depth);
      const written: NewCell = {
        column,
        text: collapse(inner.runs)
          .map(({ text }) => text)
          .join("")
          .trim(),
      };
      if (columnSpan > 1) written.columnSpan = columnSpan;
      if (rowSpan > 1) written.rowSpan = rowSpan;
      if (cell.tagName === "th") written.bold = true;
      const align = alignOf(cell.tagName, cell.properties);
      if (align === "center" || align === "right") written.align = align;
      column += columnSpan;
      return written;
    });
  }
}

/** The words of a cell, its blocks on lines of their own. */
class Gather {
  readonly runs: Run[] = [];
  private readonly owner: Writer;

  constructor(owner: Writer) {
    this.owner = owner;
  }

  children(node: Element, context: Context, depth: number): void {
    if (depth > DEPTH_MAX) throw new ParseStop("documentHostile");
    for (const child of node.children) {
      if (child.type === "text") addWords(this.runs, child.value, context);
      else if (child.type === "element" && !DROPPED.has(child.tagName)) {
        if (isHidden(child.properties)) {
          if (hasWords(child)) this.owner.hidden++;
          continue;
        }
        const image = child.tagName === "img" ? imageOf(child.properties) : null;
        if (image) this.owner.images.push(image);
        if (typeof child.properties.alt === "string") addWords(this.runs, child.properties.alt, context);
        const isBlock = BLOCKS.has(child.tagName) || child.tagName === "br";
        if (isBlock && this.runs.length > 0) this.runs.push({ text: "\n" });
        this.children(child, context, depth + 1);
      }
    }
  }
}

function* rowsOf(node: Element, depth: number): Generator<Element> {
  if (depth > DEPTH_MAX) return;
  for (const child of node.children) {
    if (child.type !== "element" || isHidden(child.properties)) continue;
    if (child.tagName === "tr") yield child;
    else if (["thead", "tbody", "tfoot"].includes(child.tagName)) yield* rowsOf(child, depth + 1);
  }
}

const DATA = /^data:image\/[a-z.+-]+;base64,/i;

/** A picture that is in the page itself; no address is asked for one. */
function imageOf({ src, alt }: Properties): NewImage | null {
  const head = typeof src === "string" ? DATA.exec(src) : null;
  if (!head) return null;
  const bytes = Buffer.from((src as string).slice(head[0].length), "base64");
  const mediaType = pictureType(bytes);
  if (!mediaType) return null;
  const key = createHash("sha256").update(bytes).digest("hex");
  return { key, bytes, mediaType, ...(typeof alt === "string" ? { alt } : {}) };
}

const spanOf = (value: Properties[string]) => Math.min(1000, Math.max(1, Number.parseInt(String(value), 10) || 1));

function isHidden({ hidden, style, type }: Properties): boolean {
  if (hidden !== undefined && hidden !== false && hidden !== null) return true;
  if (type === "hidden") return true;
  if (typeof style !== "string") return false;
  return /(display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)|font-size\s*:\s*0(?:\.\d+)?(?:px|pt|em)?\s*(?:;|$)|left\s*:\s*-\d{4,}px)/i.test(
    style,
  );
}

function hasWords(node: Element["children"][number], depth = 0): boolean {
  if (node.type === "text") return node.value.trim() !== "";
  if (node.type !== "element") return false;
  return depth < 50 && !DROPPED.has(node.tagName) && node.children.some((child) => hasWords(child, depth + 1));
}

/** A block as its surroundings have it. */
function placed({ block, direction, align }: Context): NewBlock {
  return { ...block, ...(direction ? { direction } : {}), ...(align ? { align } : {}) };
}

function alignOf(tag: string, { align, style }: Properties): Context["align"] {
  if (tag === "center") return "center";
  const said = typeof style === "string" ? /text-align\s*:\s*(\w+)/i.exec(style)?.[1] : undefined;
  return ALIGNED.find((name) => name === (said ?? align));
}

function styleOf(tag: string, { href }: Properties, { style, block }: Context): Style {
  // What is code altogether needs no mark.
  if (tag === "code" && block.kind === "code") return style;
  if (tag === "a") return typeof href === "string" && LINK.test(href) ? { ...style, link: href.slice(0, 2000) } : style;
  if (tag === "sup") return { ...style, script: "super" };
  if (tag === "sub") return { ...style, script: "sub" };
  const name = STYLES[tag];
  return name ? { ...style, [name]: true } : style;
}

/** What a block changes for what is inside it. */
function blockOf(tag: string, node: Element, context: Context): Partial<Context> {
  const heading = /^h([1-6])$/.exec(tag);
  if (heading) return { block: { kind: "heading", level: Number(heading[1]) } };
  if (tag === "pre") return { block: { kind: "code" }, isKept: true, style: {} };
  if (tag === "blockquote") return { block: { kind: "quote" } };
  if (tag === "ul" || tag === "menu") return { list: { next: null }, level: (context.level ?? 0) + 1 };
  if (tag === "ol") return { list: { next: Number(node.properties.start) || 1 }, level: (context.level ?? 0) + 1 };
  if (node.properties.role === "doc-footnote") return { block: { kind: "footnote" } };
  if (tag === "li") return { block: { kind: "listItem", level: context.level ?? 1 } };
  return { block: context.block };
}

/** What stands before a list item: its number, its box, or a bullet. */
function markerOf(item: Element, { list }: Context): string {
  if (list?.next) return `${list.next++}.`;
  const first = firstElement(item);
  const box = first?.tagName === "p" ? firstElement(first) : first;
  if (box?.tagName !== "input" || box.properties.type !== "checkbox") return "•";
  return box.properties.checked ? "☑" : "☐";
}

function firstElement({ children }: Element): Element | undefined {
  const first = children.find((child) => child.type !== "text" || child.value.trim() !== "");
  return first?.type === "element" ? first : undefined;
}

/** No browser shows the line that ends code. */
function withoutLastBreak(runs: Run[]): Run[] {
  const last = runs.at(-1);
  return last ? [...runs.slice(0, -1), { ...last, text: last.text.replace(/\n$/, "") }] : runs;
}

/** White space as a browser collapses it: none at the ends, one between words, also over the ends of runs. */
function collapse(runs: readonly Run[]): Run[] {
  const kept: Run[] = [];
  let before = "\n";
  for (const run of runs) {
    let { text } = run;
    if (text !== "\n" && (before.endsWith(" ") || before.endsWith("\n"))) text = text.replace(/^ +/, "");
    const previous = kept.at(-1);
    if (text === "\n" && previous) previous.text = previous.text.replace(/ +$/, "");
    if (text === "") continue;
    kept.push({ ...run, text });
    before = text;
  }
  for (let last = kept.at(-1); last; last = kept.at(-1)) {
    last.text = last.text.replace(/[ \n]+$/, "");
    if (last.text !== "") break;
    kept.pop();
  }
  return kept;
}
