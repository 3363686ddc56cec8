// The outline a pdf brings along, tied to the text as its pages are written.
import type { PDFDocumentProxy } from "pdfjs-dist";
import type { RefProxy } from "pdfjs-dist/types/src/display/api";
import type { Builder } from "../builder.ts";
import { plainTitle } from "./blocks.ts";

const ENTRIES_MAX = 2000;
const DEPTH_MAX = 6;

/** As the library gives it, and the file may have anything in it. */
interface Bookmark {
  title?: string;
  dest: unknown;
  items?: Bookmark[];
}

/** Page and place from its top an entry points at. */
interface Place {
  number: number;
  top: number;
}

interface Entry extends Place {
  title: string;
  level: number;
}

export async function outlineOf(document: PDFDocumentProxy): Promise<Outline> {
  const entries: Entry[] = [];
  const walk = async (items: readonly Bookmark[] | null | undefined, level: number) => {
    for (const { title, dest, items: below } of items ?? []) {
      if (entries.length >= ENTRIES_MAX) return;
      const place = await placeOf(document, dest).catch(() => null);
      if (title?.trim() && place) entries.push({ title: title.trim(), level: Math.min(level, DEPTH_MAX), ...place });
      if (level < DEPTH_MAX) await walk(below, level + 1);
    }
  };
  await walk(await document.getOutline().catch(() => null), 1);
  return new Outline(entries);
}

async function placeOf(document: PDFDocumentProxy, dest: unknown): Promise<Place | null> {
  const target: unknown = typeof dest === "string" ? await document.getDestination(dest) : dest;
  if (!Array.isArray(target)) return null;
  const [page, fit, first, second]: unknown[] = target;
  const index = typeof page === "object" ? await document.getPageIndex(page as RefProxy) : page;
  if (!Number.isInteger(index)) return null;
  const number = (index as number) + 1;
  const { name } = (fit ?? {}) as { name?: unknown };
  const top = name === "XYZ" ? second : name === "FitH" ? first : null;
  if (typeof top !== "number") return { number, top: 0 };
  const viewport = (await document.getPage(number)).getViewport({ scale: 1 });
  const [, y] = viewport.convertToViewportPoint(typeof first === "number" ? first : 0, top) as [number, number];
  return { number, top: y };
}

export class Outline {
  readonly hasEntries: boolean;
  /** Levels of the entries by their titles. */
  readonly titles: ReadonlyMap<string, number>;
  private readonly byPage: Map<number, Entry[]>;

  constructor(entries: readonly Entry[]) {
    this.hasEntries = entries.length > 0;
    this.byPage = Map.groupBy(entries, ({ number }) => number);
    this.titles = new Map(entries.map(({ title, level }) => [plainTitle(title), level]));
  }

  /** A block is about to be written: entries that point at its place or above it are tied to it. */
  meet(builder: Builder, number: number, bottom: number): void {
    const waiting = this.byPage.get(number);
    if (!waiting) return;
    const met = waiting.filter(({ top }) => top < bottom);
    for (const { title, level } of met) builder.addOutline(title, level, builder.at);
    this.byPage.set(
      number,
      waiting.filter((entry) => !met.includes(entry)),
    );
  }

  closePage(builder: Builder, number: number): void {
    for (const { title, level } of this.byPage.get(number) ?? []) builder.addOutline(title, level, builder.at);
    this.byPage.delete(number);
  }
}
