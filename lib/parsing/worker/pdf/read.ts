// A pdf as text in reading order, with the place of every run.
import { readFileSync } from "node:fs";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import type { PageLayout, Part } from "../../types.ts";
import type { Builder, NewCell } from "../builder.ts";
import { ParseStop } from "../failure.ts";
import { PAGES_MAX } from "../limits.ts";
import type { Reading } from "../reader.ts";
import { annotationsOf, type Remark, withBoxes } from "./annotations.ts";
import { blocksOf, type LineBlock, type LineTable, type Words, wordsOf } from "./blocks.ts";
import { hiddenItems, type Marks, marksOf } from "./hidden.ts";
import { Vocabulary } from "./hyphens.ts";
import { legibilityOf } from "./letters.ts";
import { type Line, linesOf } from "./lines.ts";
import { Margins, type Side } from "./margins.ts";
import { openPdf, type PdfLibrary } from "./open.ts";
import { regionsOf } from "./order.ts";
import { type Outline, outlineOf } from "./outline.ts";
import { type Fragment, fragmentsOf } from "./page.ts";
import { type Signature, signaturesOf } from "./signatures.ts";

/** Of what is drawn by no item of the library. */
const NO_ITEM = -1;
/** Pages held back, so that headers are known when the first of them is written. */
const AHEAD = 24;
/** Share of pages without text from which a file counts as scanned (spec D7). */
export const SCANNED_SHARE = 0.9;

export async function readPdf(file: string, builder: Builder, { progress, pageTexts }: Reading): Promise<void> {
  const { pdfjs, document } = await openPdf(file);
  const bytes = readFileSync(file);
  const marks = marksOf(bytes);
  const signatures = signaturesOf(bytes);
  try {
    if (document.numPages > PAGES_MAX) throw new ParseStop("documentTooBig");
    const { info } = await document.getMetadata().catch(() => ({ info: {} }));
    const { Title } = (info ?? {}) as { Title?: unknown };
    builder.title = typeof Title === "string" ? Title : "";
    const outline = await outlineOf(document);
    builder.ownOutline = outline.hasEntries;
    const writer = new Writer(builder, outline, await document.getPageLabels().catch(() => null));
    const read = (number: number) =>
      readPage({ document, pdfjs, number, builder, marks, signatures, seenText: pageTexts?.[number] });
    // One page ahead: its streams are unpacked on another thread while this one is written.
    let next = read(1);
    for (let number = 1; number <= document.numPages; number++) {
      const page = await next;
      if (number < document.numPages) next = read(number + 1);
      writer.take(page);
      if (writer.waiting.length > AHEAD) await writer.writeNext();
      progress(number, document.numPages);
    }
    while (writer.waiting.length > 0) await writer.writeNext();
    if (!pageTexts && document.numPages > 0 && writer.empty >= document.numPages * SCANNED_SHARE) {
      throw new ParseStop(writer.empty === document.numPages && !writer.scanned ? "documentEmpty" : "documentScanned");
    }
    builder.warn("scannedPages", pageTexts ? 0 : writer.scanned);
  } finally {
    await document.loadingTask.destroy();
  }
}

interface PageInput {
  document: PDFDocumentProxy;
  pdfjs: PdfLibrary;
  number: number;
  builder: Builder;
  marks: Marks;
  signatures: (id: string) => Signature | undefined;
  /** The page as a model saw it. */
  seenText?: string;
}

/** A page as it waits to be written. */
interface Page {
  number: number;
  viewport: { width: number; height: number };
  rotation: Part["rotation"];
  regions: Line[][];
  remarks: Remark[];
  isEmpty: boolean;
  isScanned: boolean;
  seenText?: string;
}

async function readPage({ document, pdfjs, number, builder, marks, signatures, seenText }: PageInput): Promise<Page> {
  let page: PDFPageProxy | undefined;
  try {
    page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const content = await page.getTextContent();
    const { unmapped, isPicture } = legibilityOf(content.items);
    const unseen = marks.mayHide ? await hiddenItems(page, content, viewport, pdfjs) : undefined;
    const left = { unseen, unmapped, isCropped: marks.isCropped };
    const { fragments: words, hidden, unreadable } = fragmentsOf(content, viewport, pdfjs, left);
    const fragments = isPicture ? [] : words;
    builder.warn("unreadablePart", unreadable > 0 && !isPicture ? 1 : 0);
    const added = await annotationsOf(page, viewport, pdfjs, signatures);
    builder.warn("hiddenText", hidden > 0 || added.hidden > 0 ? 1 : 0);
    const regions = regionsOf(withBoxes(fragments, added.fragments)).map(linesOf);
    const isScanned = isPicture || (fragments.length === 0 && (await hasPicture(page, pdfjs)));
    const isFilled = added.fragments.length > 0 || added.remarks.length > 0;
    const isEmpty = fragments.length === 0 && (isScanned || !isFilled);
    // The library gives quarter turns only.
    const rotation = page.rotate as Part["rotation"];
    return { number, viewport, rotation, regions, remarks: added.remarks, isEmpty, isScanned, seenText };
  } catch {
    if (number === 1 && document.numPages === 1) throw new ParseStop("documentBroken");
    builder.warn("unreadablePart");
    const viewport = { width: 595, height: 842 };
    return { number, viewport, rotation: 0, regions: [], remarks: [], isEmpty: true, isScanned: false };
  } finally {
    page?.cleanup();
  }
}

/** Whether a page without text shows a picture: then somebody would have to read it. */
export async function hasPicture(page: PDFPageProxy, { OPS }: PdfLibrary): Promise<boolean> {
  const pictures = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  const list = await page.getOperatorList().catch(() => null);
  return list?.fnArray.some((op) => pictures.has(op)) ?? false;
}

class Writer {
  readonly waiting: Page[] = [];
  /** Pages without text, and those of them that show a picture. */
  empty = 0;
  scanned = 0;
  private readonly builder: Builder;
  private readonly outline: Outline;
  private readonly labels: readonly string[] | null;
  private readonly margins = new Margins();
  private readonly vocabulary = new Vocabulary();
  /** Characters of each size of letters. */
  private readonly sizes = new Map<number, number>();

  constructor(builder: Builder, outline: Outline, labels: readonly string[] | null) {
    this.builder = builder;
    this.outline = outline;
    this.labels = labels;
  }

  take(page: Page): void {
    const lines = page.regions.flat();
    this.margins.add(lines, page.viewport.height);
    this.vocabulary.add(lines);
    for (const { size, text } of lines) {
      const key = Math.round(size * 2) / 2;
      this.sizes.set(key, (this.sizes.get(key) ?? 0) + text.length);
    }
    if (page.isEmpty) this.empty += 1;
    if (page.isScanned) this.scanned += 1;
    this.waiting.push(page);
  }

  private wordsOf(fragments: readonly Fragment[]): Words[] {
    return wordsOf(fragments, this.vocabulary);
  }

  private bodySize(): number {
    let best = 10;
    let most = 0;
    for (const [size, count] of this.sizes) if (count > most) [best, most] = [size, count];
    return best;
  }

  async writeNext(): Promise<void> {
    const { builder } = this;
    const next = this.waiting.shift();
    if (!next) return;
    const { number, viewport, rotation, regions, seenText } = next;
    const { width, height } = viewport;
    const label = this.labels?.[number - 1];
    builder.startPart({
      kind: "page",
      number,
      ...(label && label !== String(number) ? { name: label.slice(0, 50) } : {}),
      width: round(width),
      height: round(height),
      ...(rotation ? { rotation } : {}),
    });
    const edges = this.margins.of(regions.flat(), height);
    const bodySize = this.bodySize();
    await this.writeEdges(edges, "header", number);
    const blocks = regions.flatMap((region) =>
      blocksOf(
        region.filter((line) => !edges.has(line)),
        bodySize,
        this.outline.titles,
      ),
    );
    const about = Map.groupBy(next.remarks, ({ place }) => nearestTo(place, blocks));
    for (const block of blocks) {
      await this.write(block, number);
      await this.writeRemarks(about.get(block), number);
    }
    await this.writeRemarks(about.get(undefined), number);
    for (const paragraph of seenText?.split(/\n{2,}/) ?? [])
      await builder.text({ kind: "paragraph" }, [{ text: paragraph.trim() }]);
    await this.writeEdges(edges, "footer", number);
    this.outline.closePage(builder, number);
  }

  private async writeRemarks(remarks: readonly Remark[] = [], part: number): Promise<void> {
    const { builder } = this;
    for (const { author, text, place } of remarks) {
      const said = author ? `${author}: ${text}` : text;
      builder.addRuns(part, [[NO_ITEM, builder.at, builder.at + said.length, ...(place.map(round) as typeof place)]]);
      await builder.text({ kind: "comment" }, [{ text: said }]);
    }
  }

  private async writeEdges(edges: ReadonlyMap<Line, Side>, side: Side, number: number): Promise<void> {
    for (const [line, kind] of edges) if (kind === side) await this.write({ kind, lines: [line] }, number);
  }

  private async write(block: LineBlock | LineTable, part: number): Promise<void> {
    const { builder } = this;
    const { lines } = block;
    this.outline.meet(builder, part, bottomOf(lines.at(-1)!));
    if (block.kind === "table") return this.writeTable(block, part);
    const { kind, level } = block;
    const words = this.wordsOf(lines.flatMap(({ fragments }) => fragments));
    builder.addRuns(part, placesOf(words, builder.at));
    const rtl = lines[0]!.rtl ? { direction: "rtl" as const } : {};
    const levels = level ? { level } : kind === "listItem" ? { level: 1 } : {};
    const filled = (words: readonly Words[]) => (words[0]?.run?.isFilled ? { filled: true as const } : {});
    const runs = stretchesOf(words).map((own) => ({ text: own.map(({ text }) => text).join(""), ...filled(own) }));
    await builder.text({ kind, ...levels, ...rtl }, runs);
  }

  private async writeTable({ rows, columns }: LineTable, part: number): Promise<void> {
    const { builder } = this;
    let at = builder.at;
    const written = rows.map((row) =>
      row.map(({ column, fragments }): NewCell => {
        const words = this.wordsOf(fragments);
        builder.addRuns(part, placesOf(words, at));
        const text = words.map((word) => word.text).join("");
        at += text.length + 1;
        const isFilled = words.every(({ run }) => !run || run.isFilled);
        return { column, text, ...(isFilled ? { filled: true as const } : {}) };
      }),
    );
    await builder.table({ rows: written, columns, headerRows: 1 });
  }
}

/** Words cut where filled-in ones begin or end. */
function stretchesOf(words: readonly Words[]): Words[][] {
  const stretches: Words[][] = [];
  for (const word of words) {
    const last = stretches.at(-1);
    if (last && Boolean(last[0]!.run?.isFilled) === Boolean(word.run?.isFilled)) last.push(word);
    else stretches.push([word]);
  }
  return stretches;
}

/** The block a place lies in or is nearest to; its middle counts. */
function nearestTo<T extends { lines: Line[] }>(
  [x, y, width, height]: Remark["place"],
  blocks: readonly T[],
): T | undefined {
  const [across, down] = [x + width / 2, y + height / 2];
  let nearest: T | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const block of blocks) {
    for (const { fragments } of block.lines) {
      for (const {
        place: [left, top, wide, high],
      } of fragments) {
        const dx = Math.max(0, left - across, across - left - wide);
        // A line further up or down is another matter; the margin beside a line is not.
        const dy = 4 * Math.max(0, top - down, down - top - high);
        if (dx + dy < least) [nearest, least] = [block, dx + dy];
      }
    }
  }
  return nearest;
}

/** How far down a line reaches on the page as shown. */
const bottomOf = ({ fragments }: Line) =>
  Math.max(...fragments.flatMap(({ runs }) => runs.map(({ place: [, y, , height] }) => y + height)));

function placesOf(words: readonly Words[], from: number): PageLayout["runs"] {
  const places: PageLayout["runs"] = [];
  let at = from;
  for (const { text, run } of words) {
    if (run) {
      const [x, y, width, height] = run.place;
      places.push([run.index, at, at + text.length, round(x), round(y), round(width), round(height)]);
    }
    at += text.length;
  }
  return places;
}

const round = (value: number) => Math.round(value * 100) / 100;
