// Writes pages of lines into the text: what stands at their edges, paragraphs, tables, remarks.
import type { Box, PageLayout, Part } from "../../types.ts";
import type { CutOut } from "../../wire.ts";
import type { Builder, NewCell, NewImage, Run } from "../builder.ts";
import type { Remark } from "./annotations.ts";
import { blocksOf, type LineBlock, type LineTable, type Words, wordsOf } from "./blocks.ts";
import { Vocabulary } from "./hyphens.ts";
import type { Line } from "./lines.ts";
import { Margins, type Side } from "./margins.ts";
import type { Outline } from "./outline.ts";
import type { Fragment } from "./page.ts";

/** Of what is drawn by no item of the library. */
const NO_ITEM = -1;

/** A page as it waits to be written. */
export interface Page {
  number: number;
  viewport: { width: number; height: number };
  rotation: Part["rotation"];
  regions: Line[][];
  remarks: Remark[];
  isEmpty: boolean;
  isScanned: boolean;
  seenText?: string;
  /** The page in Markdown, as a model read it anew: it has no lines. */
  readAnew?: string;
  /** Its words were recognised: how sure the machine is of them, per cent; null where that failed. */
  certainty?: number | null;
  /** The file itself, where it is no more than a picture. */
  picture?: NewImage;
  /** Those that were cut out of it. */
  pictures?: readonly CutOut[];
}

export class Writer {
  readonly waiting: Page[] = [];
  /** Pages without text, those of them that show a picture, and those nobody could make out. */
  empty = 0;
  scanned = 0;
  unread = 0;
  failed = 0;
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
    if (page.isScanned && page.certainty === undefined) this.unread += 1;
    if (page.certainty === null) this.failed += 1;
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
    const { number, viewport, rotation, regions, seenText, readAnew, certainty, picture } = next;
    const { width, height } = viewport;
    const label = this.labels?.[number - 1];
    builder.startPart({
      kind: "page",
      number,
      ...(label && label !== String(number) ? { name: label.slice(0, 50) } : {}),
      width: round(width),
      height: round(height),
      ...(rotation ? { rotation } : {}),
      ...(typeof certainty === "number" ? { certainty } : {}),
      ...(seenText || readAnew ? { seen: true } : {}),
    });
    if (picture) await builder.image(picture);
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
    const shown = Map.groupBy(next.pictures ?? [], ({ box }) => nearestTo(placeOf(box, viewport), blocks));
    const about = Map.groupBy(next.remarks, ({ place }) => nearestTo(place, blocks));
    for (const block of blocks) {
      await this.write(block, number);
      await this.writeRemarks(about.get(block), number);
      for (const one of shown.get(block) ?? []) builder.cutOut(one);
    }
    await this.writeRemarks(about.get(undefined), number);
    for (const one of shown.get(undefined) ?? []) builder.cutOut(one);
    for (const paragraph of seenText?.split(/\n{2,}/) ?? [])
      await builder.text({ kind: "paragraph" }, [{ text: paragraph.trim() }]);
    if (readAnew) await (await import("../markdown.ts")).writeMarkdown(readAnew, builder);
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
    const runs = stretchesOf(words).map(
      (own): Run => ({ text: own.map(({ text }) => text).join(""), ...styleOf(own[0]) }),
    );
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
        const isUnsure = words.some(({ run }) => run?.isUnsure);
        return { column, text, ...(isFilled ? { filled: true } : {}), ...(isUnsure ? { unsure: true } : {}) };
      }),
    );
    await builder.table({ rows: written, columns, headerRows: 1 });
  }
}

const styleOf = (words: Words | undefined): Pick<Run, "filled" | "unsure"> => ({
  ...(words?.run?.isFilled ? { filled: true } : {}),
  ...(words?.run?.isUnsure ? { unsure: true } : {}),
});

/** Words cut where filled-in or doubtful ones begin or end. */
function stretchesOf(words: readonly Words[]): Words[][] {
  const stretches: Words[][] = [];
  for (const word of words) {
    const last = stretches.at(-1);
    const isSame = ({ run }: Words) =>
      Boolean(run?.isFilled) === Boolean(word.run?.isFilled) && Boolean(run?.isUnsure) === Boolean(word.run?.isUnsure);
    if (last && isSame(last[0]!)) last.push(word);
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

/** In points of the page. */
const placeOf = (box: Box, { width, height }: Page["viewport"]): Remark["place"] => [
  (box.x * width) / 100,
  (box.y * height) / 100,
  (box.width * width) / 100,
  (box.height * height) / 100,
];

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
