// A pdf as text in reading order, with the place of every run.
import { readFileSync } from "node:fs";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import type { Part, RecognisedPage } from "../../types.ts";
import type { CutOut } from "../../wire.ts";
import type { Builder } from "../builder.ts";
import { ParseStop } from "../failure.ts";
import { PAGES_MAX } from "../limits.ts";
import type { Reading } from "../reader.ts";
import { annotationsOf, withBoxes } from "./annotations.ts";
import { hiddenItems, type Marks, marksOf } from "./hidden.ts";
import { legibilityOf } from "./letters.ts";
import { linesOf } from "./lines.ts";
import { openPdf, type PdfLibrary } from "./open.ts";
import { regionsOf } from "./order.ts";
import { outlineOf } from "./outline.ts";
import { fragmentsOf } from "./page.ts";
import { recognisedFragments } from "./recognised.ts";
import { type Signature, signaturesOf } from "./signatures.ts";
import { type Page, Writer } from "./write.ts";

/** Pages held back, so that headers are known when the first of them is written. */
const AHEAD = 24;
/** Share of pages without text from which a file counts as scanned (spec D7). */
export const SCANNED_SHARE = 0.9;

export async function readPdf(
  file: string,
  builder: Builder,
  { progress, pageTexts, pageMarkdown, recognised, wantsScans, pictures }: Reading,
): Promise<void> {
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
      readPage({
        ...{ document, pdfjs, number, builder, marks, signatures },
        seenText: pageTexts?.[number],
        readAnew: pageMarkdown?.[number],
        recognised: recognised?.[number],
        pictures: pictures?.filter(({ page }) => page === number),
      });
    // One page ahead: its streams are unpacked on another thread while this one is written.
    let next = read(1);
    for (let number = 1; number <= document.numPages; number++) {
      const page = await next;
      if (number < document.numPages) next = read(number + 1);
      writer.take(page);
      if (wantsScans && page.isScanned) throw new ParseStop("documentScanned");
      if (writer.waiting.length > AHEAD) await writer.writeNext();
      progress(number, document.numPages);
    }
    while (writer.waiting.length > 0) await writer.writeNext();
    const isSeen = pageTexts || pageMarkdown || recognised;
    if (!isSeen && document.numPages > 0 && writer.empty >= document.numPages * SCANNED_SHARE) {
      throw new ParseStop(writer.empty === document.numPages && !writer.scanned ? "documentEmpty" : "documentScanned");
    }
    builder.warn("scannedPages", pageTexts || pageMarkdown ? 0 : writer.unread);
    builder.warn("unrecognisedPages", writer.failed);
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
  /** The same in Markdown, in place of its own words. */
  readAnew?: string;
  /** Its words as they were recognised; null where that failed. */
  recognised?: RecognisedPage | null;
  pictures?: readonly CutOut[];
}

async function readPage(input: PageInput): Promise<Page> {
  const { document, pdfjs, number, builder, marks, signatures, seenText, readAnew } = input;
  let page: PDFPageProxy | undefined;
  try {
    page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const content = await page.getTextContent();
    const { unmapped, isPicture } = legibilityOf(content.items);
    const unseen = marks.mayHide ? await hiddenItems(page, content, viewport, pdfjs) : undefined;
    const left = { unseen, unmapped, isCropped: marks.isCropped };
    const { fragments: words, hidden, unreadable } = fragmentsOf(content, viewport, pdfjs, left);
    const own = isPicture ? [] : words;
    const recognised = own.length === 0 ? input.recognised : undefined;
    const fragments = recognised ? recognisedFragments(recognised) : own;
    builder.warn("unreadablePart", unreadable > 0 && !isPicture ? 1 : 0);
    const added = await annotationsOf(page, viewport, pdfjs, signatures);
    builder.warn("hiddenText", hidden > 0 || added.hidden > 0 ? 1 : 0);
    const regions = regionsOf(withBoxes(fragments, added.fragments)).map(linesOf);
    const isScanned = isPicture || (own.length === 0 && (await hasPicture(page, pdfjs)));
    const isFilled = added.fragments.length > 0 || added.remarks.length > 0;
    const isEmpty = own.length === 0 && (isScanned || !isFilled);
    const certainty = certaintyOf(recognised, isScanned);
    // The library gives quarter turns only.
    const rotation = page.rotate as Part["rotation"];
    const { pictures } = input;
    const told = { number, viewport, rotation, isScanned, seenText, remarks: added.remarks, pictures };
    if (readAnew !== undefined) return { ...told, regions: [], isEmpty: readAnew === "", readAnew };
    return { ...told, regions, isEmpty, certainty };
  } catch {
    if (number === 1 && document.numPages === 1) throw new ParseStop("documentBroken");
    builder.warn("unreadablePart");
    const viewport = { width: 595, height: 842 };
    return { number, viewport, rotation: 0, regions: [], remarks: [], isEmpty: true, isScanned: false };
  } finally {
    page?.cleanup();
  }
}

/** Nothing found in a picture counts as failed: nobody knows what it shows. An empty page has nothing to tell. */
function certaintyOf(recognised: RecognisedPage | null | undefined, isScanned: boolean): Page["certainty"] {
  if (!recognised) return recognised;
  if (recognised.lines.length > 0) return recognised.certainty;
  return isScanned ? null : undefined;
}

/** Whether a page without text shows a picture: then somebody would have to read it. */
export async function hasPicture(page: PDFPageProxy, { OPS }: PdfLibrary): Promise<boolean> {
  const pictures = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  const list = await page.getOperatorList().catch(() => null);
  return list?.fnArray.some((op) => pictures.has(op)) ?? false;
}
