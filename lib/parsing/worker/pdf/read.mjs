// A pdf as text in reading order, with the place of every run.
import { readFileSync } from "node:fs";
import { ParseStop } from "../failure.mjs";
import { PAGES_MAX } from "../limits.mjs";
import { blocksOf, wordsOf } from "./blocks.mjs";
import { hiddenItems, mayHide } from "./hidden.mjs";
import { Margins } from "./margins.mjs";
import { openPdf } from "./open.mjs";
import { linesOf, regionsOf } from "./order.mjs";
import { outlineOf } from "./outline.mjs";
import { fragmentsOf } from "./page.mjs";

/** Pages held back, so that headers are known when the first of them is written. */
const AHEAD = 24;
/** Share of pages without text from which a file counts as scanned (spec D7). */
export const SCANNED_SHARE = 0.9;

export async function readPdf(file, builder, { progress, pageTexts }) {
  const { pdfjs, document } = await openPdf(file);
  const suspect = mayHide(readFileSync(file));
  try {
    if (document.numPages > PAGES_MAX) throw new ParseStop("documentTooBig");
    const { info } = await document.getMetadata().catch(() => ({ info: {} }));
    builder.title = typeof info?.Title === "string" ? info.Title : "";
    const outline = await outlineOf(document);
    builder.ownOutline = outline.hasEntries;
    const writer = new Writer(builder, outline, await document.getPageLabels().catch(() => null));
    const read = (number) => readPage({ document, pdfjs, number, builder, suspect, seenText: pageTexts?.[number] });
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

async function readPage({ document, pdfjs, number, builder, suspect, seenText }) {
  let page;
  try {
    page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const content = await page.getTextContent();
    const unseen = suspect ? await hiddenItems(page, content, viewport, pdfjs) : undefined;
    const { fragments, hidden } = fragmentsOf(content, viewport, pdfjs, unseen);
    builder.warn("hiddenText", hidden > 0 ? 1 : 0);
    const regions = regionsOf(fragments).map(linesOf);
    const isScanned = fragments.length === 0 && (await hasPicture(page, pdfjs));
    return { number, viewport, rotation: page.rotate, regions, isEmpty: fragments.length === 0, isScanned, seenText };
  } catch {
    if (number === 1 && document.numPages === 1) throw new ParseStop("documentBroken");
    builder.warn("unreadablePart");
    return { number, viewport: { width: 595, height: 842 }, rotation: 0, regions: [], isEmpty: true };
  } finally {
    page?.cleanup();
  }
}

/** Whether a page without text shows a picture: then somebody would have to read it. */
export async function hasPicture(page, pdfjs) {
  const { OPS } = pdfjs;
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  const list = await page.getOperatorList().catch(() => ({ fnArray: [] }));
  return list.fnArray.some((op) => pictures.has(op));
}

class Writer {
  constructor(builder, outline, labels) {
    this.builder = builder;
    this.outline = outline;
    this.labels = labels;
    this.margins = new Margins();
    this.sizes = new Map();
    this.waiting = [];
    this.empty = 0;
    this.scanned = 0;
    this.titles = outline.titles;
  }

  take(page) {
    const lines = page.regions.flat();
    this.margins.add(lines, page.viewport.height);
    for (const { size, text } of lines) {
      const key = Math.round(size * 2) / 2;
      this.sizes.set(key, (this.sizes.get(key) ?? 0) + text.length);
    }
    if (page.isEmpty) this.empty += 1;
    if (page.isScanned) this.scanned += 1;
    this.waiting.push(page);
  }

  bodySize() {
    let best = 10;
    let most = 0;
    for (const [size, count] of this.sizes) if (count > most) [best, most] = [size, count];
    return best;
  }

  async writeNext() {
    const { builder } = this;
    const { number, viewport, rotation, regions, seenText } = this.waiting.shift();
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
    for (const region of regions) {
      const lines = region.filter((line) => !edges.has(line));
      for (const block of blocksOf(lines, bodySize, this.titles)) await this.write(block, number);
    }
    for (const paragraph of seenText?.split(/\n{2,}/) ?? [])
      await builder.text({ kind: "paragraph" }, [{ text: paragraph.trim() }]);
    await this.writeEdges(edges, "footer", number);
    this.outline.closePage(builder, number);
  }

  async writeEdges(edges, side, number) {
    for (const [line, kind] of edges) if (kind === side) await this.write({ kind, lines: [line] }, number);
  }

  async write({ kind, level, lines, rows, columns }, part) {
    const { builder } = this;
    this.outline.meet(builder, part, lines[0].y0, lines.at(-1).y1);
    if (kind === "table") return this.writeTable(rows, columns, part);
    const words = wordsOf(lines.flatMap(({ fragments }) => fragments));
    builder.addRuns(part, placesOf(words, builder.at));
    const rtl = lines[0].rtl ? { direction: "rtl" } : {};
    const levels = level ? { level } : kind === "listItem" ? { level: 1 } : {};
    await builder.text({ kind, ...levels, ...rtl }, [{ text: words.map(({ text }) => text).join("") }]);
  }

  async writeTable(rows, columns, part) {
    const { builder } = this;
    let at = builder.at;
    const written = rows.map((row) =>
      row.map(({ column, fragments }) => {
        const words = wordsOf(fragments);
        builder.addRuns(part, placesOf(words, at));
        const text = words.map((word) => word.text).join("");
        at += text.length + 1;
        return { column, text };
      }),
    );
    await builder.table({ rows: written, columns, headerRows: 1 });
  }
}

function placesOf(words, from) {
  const places = [];
  let at = from;
  for (const { text, run } of words) {
    if (run) {
      const { index, x0, y0, x1, y1 } = run;
      places.push([index, at, at + text.length, round(x0), round(y0), round(x1 - x0), round(y1 - y0)]);
    }
    at += text.length;
  }
  return places;
}

const round = (value) => Math.round(value * 100) / 100;
