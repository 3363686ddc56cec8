// The outline a pdf brings along, tied to the text as its pages are written.
import { plainTitle } from "./blocks.mjs";

const ENTRIES_MAX = 2000;
const DEPTH_MAX = 6;

export async function outlineOf(document) {
  const entries = [];
  const walk = async (items, level) => {
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

async function placeOf(document, dest) {
  const target = typeof dest === "string" ? await document.getDestination(dest) : dest;
  if (!Array.isArray(target)) return null;
  const number = typeof target[0] === "object" ? (await document.getPageIndex(target[0])) + 1 : target[0] + 1;
  if (!Number.isInteger(number)) return null;
  const top = target[1]?.name === "XYZ" ? target[3] : target[1]?.name === "FitH" ? target[2] : null;
  if (typeof top !== "number") return { number, top: 0 };
  const viewport = (await document.getPage(number)).getViewport({ scale: 1 });
  const [, y] = viewport.convertToViewportPoint(typeof target[2] === "number" ? target[2] : 0, top);
  return { number, top: y };
}

class Outline {
  constructor(entries) {
    this.hasEntries = entries.length > 0;
    this.byPage = Map.groupBy(entries, ({ number }) => number);
    this.titles = new Map(entries.map(({ title, level }) => [plainTitle(title), level]));
  }

  /** A block is about to be written: entries that point at its place or above it are tied to it. */
  meet(builder, number, _top, bottom) {
    const waiting = this.byPage.get(number);
    if (!waiting) return;
    const met = waiting.filter(({ top }) => top < bottom);
    for (const { title, level } of met) builder.addOutline(title, level, builder.at);
    this.byPage.set(
      number,
      waiting.filter((entry) => !met.includes(entry)),
    );
  }

  closePage(builder, number) {
    for (const { title, level } of this.byPage.get(number) ?? []) builder.addOutline(title, level, builder.at);
    this.byPage.delete(number);
  }
}
