// What people put onto a page after it was made: values of form fields, text typed onto it, remarks, signatures. Values
// and typed text become fragments among the page's own, so that they are read where they stand; remarks are kept apart.
import type { PageViewport, PDFPageProxy } from "pdfjs-dist";
import type { PdfLibrary } from "./open.ts";
import { type Fragment, fragmentOf, type PageRun } from "./page.ts";
import type { Signature } from "./signatures.ts";

/** What somebody remarked, and what it is about. */
export interface Remark {
  author: string;
  text: string;
  place: Place;
}

export interface Annotations {
  fragments: Fragment[];
  remarks: Remark[];
  /** Fields with a value that are not shown. */
  hidden: number;
}

type Place = PageRun["place"];

/** As the library gives it, as far as it is used; the file may have anything in it. */
interface Annotation {
  id?: string;
  subtype?: string;
  rect?: number[] | null;
  quadPoints?: ArrayLike<number> | null;
  annotationFlags?: number;
  contentsObj?: { str?: string };
  titleObj?: { str?: string };
  textContent?: string[];
  defaultAppearanceData?: { fontSize?: number; fontName?: string };
  state?: unknown;
  hasAppearance?: boolean;
  // Fields.
  fieldType?: string | null;
  fieldFlags?: number;
  fieldValue?: unknown;
  textAlignment?: number | null;
  multiLine?: boolean;
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string | null;
  options?: { exportValue?: unknown; displayValue?: unknown }[];
}

const ANNOTATIONS_MAX = 5000;
const TEXT_MAX = 20_000;
const HIDDEN_FLAGS = 2 | 32;
const PASSWORD_FLAG = 1 << 13;
/** No index among the library's items: such a run stands in none of them. */
const NO_ITEM = -1;
const SIZE_USUAL = 10;
const LINE = 1.2;
/** Of what is written on a page, as opposed to remarks about it. */
const WRITTEN = new Set(["FreeText", "Stamp"]);

export async function annotationsOf(
  page: PDFPageProxy,
  viewport: PageViewport,
  pdfjs: PdfLibrary,
  signatures: (id: string) => Signature | undefined,
): Promise<Annotations> {
  const found: Annotations = { fragments: [], remarks: [], hidden: 0 };
  const list: Annotation[] = await page.getAnnotations({ intent: "display" }).catch(() => []);
  if (list.length === 0) return found;
  const drawn = list.some(({ subtype, fieldType }) => fieldType === "Sig" || subtype === "Stamp")
    ? await drawnTexts(page, pdfjs)
    : new Map<string, string>();
  for (const annotation of list.slice(0, ANNOTATIONS_MAX)) {
    const { id = "", subtype = "", annotationFlags = 0 } = annotation;
    const signature = annotation.fieldType === "Sig" ? signatures(id) : undefined;
    const text = textOf(annotation, drawn.get(id), signature).slice(0, TEXT_MAX).trimEnd();
    const place = placeOf(annotation, viewport);
    if (text.trim() === "" || !place) continue;
    const isField = subtype === "Widget";
    const isShown = (annotationFlags & HIDDEN_FLAGS) === 0 && isInside(place, viewport);
    const isInvisible = place[2] < 1 || place[3] < 1;
    if (!isShown && !signature) found.hidden += isField && typeof annotation.fieldValue === "string" ? 1 : 0;
    else if (isInvisible || !(isField || WRITTEN.has(subtype)))
      found.remarks.push({ author: signature ? "" : (annotation.titleObj?.str ?? "").trim(), text, place });
    else found.fragments.push(...fragmentsAt(text, place, annotation));
  }
  return found;
}

/** Whether a page without words of its own has some that were put onto it. */
export async function isFilled(page: PDFPageProxy): Promise<boolean> {
  const list: Annotation[] = await page.getAnnotations({ intent: "display" }).catch(() => []);
  return list.slice(0, ANNOTATIONS_MAX).some((annotation) => textOf(annotation, undefined, undefined).trim() !== "");
}

function textOf(annotation: Annotation, drawn: string | undefined, signature: Signature | undefined): string {
  const { subtype, fieldType, contentsObj, textContent } = annotation;
  switch (subtype) {
    case "Widget":
      return fieldType === "Sig" ? signatureText(drawn ?? "", signature) : fieldText(annotation);
    case "FreeText":
      return textContent?.join("\n").trim() ? textContent.join("\n") : (contentsObj?.str ?? "");
    case "Stamp":
      return drawn?.trim() ? drawn : (contentsObj?.str ?? "");
    // A window shows what the remark it belongs to says, a link what is below it; states are no words.
    case "Popup":
    case "Link":
      return "";
    default:
      return annotation.state ? "" : (contentsObj?.str ?? "");
  }
}

function fieldText(annotation: Annotation): string {
  const { fieldType, fieldValue, fieldFlags = 0, textContent, options = [] } = annotation;
  if (fieldType === "Btn") {
    const own = annotation.checkBox ? annotation.exportValue : annotation.radioButton ? annotation.buttonValue : null;
    if (own === null || own === undefined) return "";
    const isOn = fieldValue === own && own !== "Off";
    return annotation.checkBox ? (isOn ? "☑" : "☐") : isOn ? "◉" : "○";
  }
  if (fieldType === "Ch") {
    const chosen = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
    return chosen
      .map((value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value)
      .filter((value) => typeof value === "string")
      .join(", ");
  }
  if (fieldType !== "Tx" || fieldFlags & PASSWORD_FLAG || typeof fieldValue !== "string") return "";
  // As it is shown: "1,234.00 €" for 1234, but a value in boxes without the gaps between them.
  const shown = textContent?.join("\n") ?? "";
  const bare = (text: string) => text.replace(/\s+/g, "");
  return shown.trim() === "" || bare(shown) === bare(fieldValue) ? fieldValue.replace(/\r\n?/g, "\n") : shown;
}

/** What the signature shows, and what it says of itself besides. */
function signatureText(drawn: string, signature: Signature | undefined): string {
  const bare = drawn.replace(/\s+/g, "");
  const more = [signature?.name, signature?.reason, signature?.location].filter(
    (text): text is string => text !== undefined && !bare.includes(text.replace(/\s+/g, "")),
  );
  return [drawn, ...more].filter((text) => text.trim()).join("\n");
}

function placeOf({ rect, quadPoints, subtype }: Annotation, viewport: PageViewport): Place | null {
  const points = subtype !== "FreeText" && quadPoints?.length ? Array.from(quadPoints) : rect;
  if (!points || points.length < 4 || points.some((value) => !Number.isFinite(value))) return null;
  const xs: number[] = [];
  const ys: number[] = [];
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x, y] = viewport.convertToViewportPoint(points[at]!, points[at + 1]!) as [number, number];
    xs.push(x);
    ys.push(y);
  }
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}

const isInside = ([x, y, width, height]: Place, page: PageViewport) =>
  x + width >= 0 && y + height >= 0 && x <= page.width && y <= page.height;

/** Lines of a text set into its box, one fragment each. The library does not say where its words are drawn. */
function fragmentsAt(text: string, place: Place, annotation: Annotation): Fragment[] {
  const [x, y, width, height] = place;
  const { fontSize: given = 0, fontName } = annotation.defaultAppearanceData ?? {};
  const paragraphs = text.split("\n");
  const isMany = annotation.multiLine || paragraphs.length > 1 || annotation.subtype === "FreeText";
  const fitting = height / (isMany ? paragraphs.length * LINE : LINE);
  const size = Math.max(2, Math.min(given > 1 ? given : SIZE_USUAL, fitting));
  const lines = paragraphs.flatMap((paragraph) => (isMany ? wrapped(paragraph, width / size, fontName) : [paragraph]));
  const step = Math.min(size * LINE, height / lines.length);
  const top = isMany ? y : y + (height - size) / 2;
  return lines.flatMap((line, at) => {
    if (line.trim() === "") return [];
    const own = Math.min(width, emsOf(line, fontName) * size);
    const x0 = x + ((width - own) * (annotation.textAlignment ?? 0)) / 2;
    const y0 = top + at * step;
    const box = { x0, y0, x1: x0 + own, y1: y0 + size };
    const rtl = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(line);
    const run: PageRun = {
      index: NO_ITEM,
      text: line,
      ...box,
      base: y0 + size * 0.8,
      size,
      turn: 0,
      rtl,
      isFilled: true,
      place: [x0, y0, own, size],
    };
    return [fragmentOf(run)];
  });
}

/** A box that is ticked or not, and the word beside it: one thing. */
const BOX = /^[☐☑◉○]$/;
const BOX_GAP = 1.6;

/** Boxes join the words right after them, or before them where there are none. */
export function withBoxes(fragments: readonly Fragment[], added: readonly Fragment[]): Fragment[] {
  const boxes = added.filter(({ runs: [run] }) => BOX.test(run!.text));
  const words = [...fragments, ...added.filter((fragment) => !boxes.includes(fragment))];
  const alone = boxes.filter((box) => {
    const beside = words.filter(
      ({ turn, y0, y1 }) =>
        turn === 0 && (y0 + y1) / 2 > box.y0 - box.size / 2 && (y0 + y1) / 2 < box.y1 + box.size / 2,
    );
    const isNear = (gap: number) => gap > -box.size && gap < box.size * BOX_GAP;
    const after = beside.find(({ x0 }) => isNear(x0 - box.x1));
    const before = beside.find(({ x1, runs }) => isNear(box.x0 - x1) && !BOX.test(runs[0]!.text));
    const label = after ?? before;
    if (!label) return true;
    const [run] = box.runs as [PageRun];
    if (after) {
      label.runs.unshift(run);
      label.spaces.splice(1, 0, " ");
    } else {
      label.runs.push(run);
      label.spaces.push(" ");
    }
    label.x0 = Math.min(label.x0, box.x0);
    label.x1 = Math.max(label.x1, box.x1);
    return false;
  });
  return [...words, ...alone];
}

/** Widths of Helvetica from the space to the tilde, in thousandths of an em: forms are set in it unless they say otherwise. */
const HELVETICA = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
const LETTER = 556;
const COURIER = 600;

/** How much wider than Helvetica a font may be, by the name a form gives it. One we do not know must not end too early. */
function stretchOf(fontName: string | undefined): number {
  if (!fontName || /^(?:helv|hebo|heob|arial|arimo|liberationsans|ti(?:ro|bo|it)|times)/i.test(fontName)) return 1;
  return UNKNOWN_FONT;
}
const UNKNOWN_FONT = 1.18;

/** How wide a text is, in letter heights. */
function emsOf(text: string, fontName?: string): number {
  const isFixed = fontName !== undefined && /^cou?r/i.test(fontName);
  const stretch = isFixed ? 1 : stretchOf(fontName);
  let thousandths = 0;
  for (const symbol of text) {
    if (symbol > "\u2e7f") thousandths += 1000;
    else thousandths += stretch * (isFixed ? COURIER : (HELVETICA[symbol.charCodeAt(0) - 32] ?? LETTER));
  }
  return thousandths / 1000;
}

function wrapped(paragraph: string, ems: number, fontName: string | undefined): string[] {
  const lines: string[] = [];
  let line = "";
  let wide = 0;
  for (const word of paragraph.match(/[^\s\u2e80-\uffff]+\s*|[\s\S]/gu) ?? []) {
    const own = emsOf(word, fontName);
    if (wide + own > ems && line !== "") {
      lines.push(line.trimEnd());
      line = "";
      wide = 0;
    }
    line += word;
    wide += own;
  }
  return [...lines, line];
}

/** Words in the pictures of annotations, by their id; the library gives them of some kinds only. */
async function drawnTexts(page: PDFPageProxy, { OPS }: PdfLibrary): Promise<Map<string, string>> {
  const list = await page.getOperatorList().catch(() => null);
  const texts = new Map<string, string>();
  let id: string | null = null;
  list?.fnArray.forEach((op, index) => {
    const args: readonly unknown[] = list.argsArray[index] ?? [];
    if (op === OPS.beginAnnotation) id = String(args[0]);
    else if (op === OPS.endAnnotation) id = null;
    if (id === null) return;
    const text = texts.get(id) ?? "";
    const isLine = op === OPS.nextLine || op === OPS.setTextMatrix || op === OPS.beginText;
    if (isLine || ((op === OPS.moveText || op === OPS.setLeadingMoveText) && args[1] !== 0))
      texts.set(id, text.endsWith("\n") || text === "" ? text : `${text}\n`);
    else if (op === OPS.showText) texts.set(id, text + glyphText(args[0] as Iterable<Glyph>));
  });
  return texts;
}

type Glyph = { unicode?: string } | number | null;

function glyphText(glyphs: Iterable<Glyph>): string {
  let text = "";
  for (const glyph of glyphs) {
    if (typeof glyph === "number") text += glyph < -200 && !text.endsWith(" ") ? " " : "";
    else text += glyph?.unicode ?? "";
  }
  return text;
}
