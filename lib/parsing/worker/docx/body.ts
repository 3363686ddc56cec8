// Walks the text of a word document, its notes, headers and footers.
import { type Archive, type Attributes, type Relations, type SlowXmlHandlers, walkSlowly } from "../archive.ts";
import type { Builder } from "../builder.ts";
import type { Progress } from "../reader.ts";
import type { Asides, AsideTag } from "./asides.ts";
import type { Numbering } from "./numbering.ts";
import type { Images } from "./read.ts";
import { applyProperty, type Look, type Styles } from "./styles.ts";
import { type Grid, type GridCell, type Item, tableOf, type WordParagraph, type WordRun } from "./table.ts";
import { writeItem } from "./write.ts";

const LINK = /^(https?:|mailto:)/i;
/** Content nobody reads as text of the document. */
const SKIPPED = new Set([
  "del",
  "moveFrom",
  "Fallback",
  "rPrChange",
  "pPrChange",
  "instrText",
  "delText",
  "tblPrChange",
  "trPrChange",
  "tcPrChange",
  "sectPrChange",
]);
/** Notes that only draw a line. */
const SEPARATORS = new Set(["separator", "continuationSeparator", "continuationNotice"]);

export interface BodyInput {
  archive: Archive;
  builder: Builder;
  styles: Styles;
  numbering: Numbering;
  relations: Relations;
  images: Images;
  /** Counts the paragraphs of the document, over all of its parts. */
  paragraph: { count: number };
  /** What its paragraphs are, whatever they look like. */
  kind?: "header" | "footer";
  /** Notes and comments: those a document refers to, or where those of a part of them go. */
  asides?: Asides;
}

interface OpenRun {
  number: number;
  look: Look;
  chunks: string[];
  style?: string;
  isText?: boolean;
}

interface OpenParagraph {
  number: number;
  look: Look;
  runs: WordRun[];
  run: OpenRun | null;
  runNumber: number;
  /** Pictures and boxes that are anchored in it. */
  after: Item[];
  style?: string;
  inProperties?: boolean;
}

/** The document itself, a box or a cell. */
interface Frame {
  items: Item[];
  cell?: GridCell;
  aside?: { tag: AsideTag; attributes: Attributes };
}

export class Body {
  private readonly input: BodyInput;
  private readonly builder: Builder;
  private readonly styles: Styles;
  private skipping = 0;
  /** What is open, the document itself first. */
  private readonly stack: Frame[] = [{ items: [] }];
  private readonly paragraphs: OpenParagraph[] = [];
  private readonly links: (string | undefined)[] = [];
  private readonly tables: Grid[] = [];
  private alt: string | undefined;
  private hidden = 0;
  /** Stretches that were deleted while changes were tracked; whether the one under way has words. */
  private deleted = 0;
  private isDeletion = false;
  /** Of the paragraph last begun. */
  private paragraphId: string | undefined;

  constructor(input: BodyInput) {
    this.input = input;
    this.builder = input.builder;
    this.styles = input.styles;
  }

  async read(xml: string, progress?: Progress): Promise<void> {
    const handlers: SlowXmlHandlers = {
      open: (tag, attributes) => this.open(tag, attributes),
      close: (tag) => this.close(tag),
      text: (words) => this.text(words),
      drain: () => this.drain(),
    };
    await walkSlowly(xml, handlers, progress);
    this.builder.warn("hiddenText", this.hidden);
    this.builder.warn("deletedText", this.deleted);
  }

  /** Comments on what is not there any more. */
  async writeRest(): Promise<void> {
    const paragraph = this.input.paragraph.count;
    for (const aside of this.input.asides?.rest() ?? []) await writeItem(this.input, { aside, paragraph });
  }

  private get paragraph(): OpenParagraph | undefined {
    return this.paragraphs.at(-1);
  }

  private open(tag: string, attributes: Attributes): void {
    if (
      this.skipping > 0 ||
      SKIPPED.has(tag) ||
      ((tag === "footnote" || tag === "endnote") && SEPARATORS.has(attributes.type ?? ""))
    ) {
      if (this.skipping++ === 0) this.isDeletion = tag === "del";
      else if (this.isDeletion && tag === "delText") {
        this.deleted++;
        this.isDeletion = false;
      }
      return;
    }
    const { paragraph } = this;
    switch (tag) {
      case "footnote":
      case "endnote":
      case "comment":
        this.stack.push({ items: [], aside: { tag, attributes } });
        break;
      case "footnoteReference":
      case "endnoteReference":
      case "commentReference":
        this.refer(tag.replace("Reference", "") as AsideTag, attributes);
        break;
      case "chart":
        this.part(attributes["r:id"], (chart) => ({ chart }));
        break;
      case "relIds":
        this.part(attributes["r:dm"], (diagram) => ({ diagram, paragraph: paragraph?.number ?? 0 }));
        break;
      // A whole file in a format of its own, to be put here when it is opened.
      case "altChunk":
      case "OLEObject":
        this.builder.warn("embeddedObjects");
        break;
      case "p":
        this.paragraphId = attributes.paraId;
        this.paragraphs.push({
          number: ++this.input.paragraph.count,
          look: {},
          runs: [],
          run: null,
          runNumber: 0,
          after: [],
        });
        break;
      case "pPr":
        if (paragraph) paragraph.inProperties = true;
        break;
      case "pStyle":
        if (paragraph) paragraph.style = attributes.val;
        break;
      case "r":
        if (paragraph) paragraph.run = { number: ++paragraph.runNumber, look: {}, chunks: [] };
        break;
      case "rStyle":
        if (paragraph?.run) paragraph.run.style = attributes.val;
        break;
      case "t":
        if (paragraph?.run) paragraph.run.isText = true;
        break;
      case "tab":
        if (paragraph?.run) paragraph.run.chunks.push("\t");
        break;
      case "br":
        if (paragraph?.run && attributes.type !== "page") paragraph.run.chunks.push("\n");
        break;
      case "cr":
        paragraph?.run?.chunks.push("\n");
        break;
      case "noBreakHyphen":
        paragraph?.run?.chunks.push("\u2011");
        break;
      case "sym":
        paragraph?.run?.chunks.push(symbol(attributes.char));
        break;
      case "hyperlink":
        this.links.push(this.target(attributes));
        break;
      case "blip":
      case "imagedata":
        this.picture(attributes["r:embed"] ?? attributes["r:id"]);
        break;
      case "docPr":
        this.alt = attributes.descr ?? attributes.title;
        break;
      case "txbxContent":
        this.stack.push({ items: [] });
        break;
      case "tbl":
        this.tables.push({ rows: [], grid: [], headerRows: 0 });
        break;
      case "gridCol":
        this.tables.at(-1)?.grid.push(Number(attributes.w) || 0);
        break;
      case "tr":
        this.tables.at(-1)?.rows.push({ cells: [], before: 0 });
        break;
      case "tblHeader":
        this.markHeader();
        break;
      case "gridBefore":
        if (this.row) this.row.before = Number(attributes.val) || 0;
        break;
      case "tc": {
        const cell: GridCell = { span: 1, merge: null, items: [] };
        this.row?.cells.push(cell);
        this.stack.push({ items: [], cell });
        break;
      }
      case "gridSpan":
        if (this.cell) this.cell.span = Math.min(200, Math.max(1, Number(attributes.val) || 1));
        break;
      case "vMerge":
        if (this.cell) this.cell.merge = attributes.val === "restart" ? "restart" : "continue";
        break;
      case "oMath":
        // A formula stands between the runs, not in one.
        if (paragraph) paragraph.run = { number: ++paragraph.runNumber, look: {}, chunks: [] };
        break;
      default:
        this.property(tag, attributes);
    }
  }

  private get frame(): Frame {
    return this.stack.at(-1)!;
  }

  private get cell(): GridCell | undefined {
    return this.frame.cell;
  }

  private get row(): Grid["rows"][number] | undefined {
    return this.tables.at(-1)?.rows.at(-1);
  }

  private property(tag: string, attributes: Attributes): void {
    const { paragraph } = this;
    if (paragraph?.run) applyProperty(paragraph.run.look, tag, attributes);
    else if (paragraph?.inProperties) applyProperty(paragraph.look, tag, attributes);
  }

  private markHeader(): void {
    const table = this.tables.at(-1);
    if (table && table.headerRows === table.rows.length - 1) table.headerRows++;
  }

  private text(words: string): void {
    const run = this.paragraph?.run;
    if (this.skipping === 0 && run?.isText) run.chunks.push(words);
  }

  private close(tag: string): void {
    if (this.skipping > 0) {
      this.skipping--;
      return;
    }
    const { paragraph } = this;
    if (tag === "t") {
      if (paragraph?.run) paragraph.run.isText = false;
    } else if (tag === "r" || tag === "oMath") this.endRun();
    else if (tag === "pPr") {
      if (paragraph) paragraph.inProperties = false;
    } else if (tag === "p") this.endParagraph();
    else if (tag === "hyperlink") this.links.pop();
    else if (tag === "footnote" || tag === "endnote" || tag === "comment") this.endAside();
    else if (tag === "txbxContent") this.endBox();
    else if (tag === "tc") this.endCell();
    else if (tag === "tbl") this.endTable();
  }

  private endRun(): void {
    const { paragraph } = this;
    const run = paragraph?.run;
    if (!run) return;
    paragraph.run = null;
    const text = run.chunks.join("");
    const { number, look, style } = run;
    if (text) paragraph.runs.push({ text, number, own: look, look, style, link: this.links.at(-1) });
  }

  private endParagraph(): void {
    const ended = this.paragraphs.pop();
    if (!ended) return;
    this.frame.items.push(this.blockOf(ended), ...ended.after);
  }

  private blockOf({ number, look: own, style, runs }: OpenParagraph): WordParagraph {
    const styleId = style ?? this.styles.defaultParagraph;
    const look = { ...this.styles.look(styleId), ...own };
    const base: Look = { ...this.styles.plain, ...look };
    const shown = runs.filter((run) => {
      run.look = { ...base, ...(run.style ? this.styles.look(run.style) : {}), ...run.own };
      if (!this.isHidden(run.look, look)) return true;
      this.hidden += 1;
      return false;
    });
    return { number, styleId, look, runs: shown, base };
  }

  /** Marked as hidden, too small to see, or white on white. */
  private isHidden(look: Look, paragraphLook: Look): boolean {
    if (look.vanish || (look.size !== undefined && look.size <= 1)) return true;
    const isOnWhite = !look.shaded && !paragraphLook.shaded && this.tables.length === 0 && this.stack.length === 1;
    return look.color === "#ffffff" && isOnWhite && !this.input.kind;
  }

  private endAside(): void {
    const { items, aside } = this.stack.pop()!;
    if (aside) this.input.asides?.keep({ ...aside, paragraphId: this.paragraphId, items });
  }

  private refer(tag: AsideTag, { id }: Attributes): void {
    const aside = this.input.asides?.take(tag, id);
    const { paragraph } = this;
    if (aside && paragraph) paragraph.after.push({ aside, paragraph: paragraph.number });
  }

  private part(id: string | undefined, itemOf: (name: string) => Item): void {
    const relation = this.input.relations.get(id);
    if (relation && !relation.external) this.place(itemOf(relation.target));
  }

  /** After the paragraph it is anchored in. */
  private place(...items: Item[]): void {
    (this.paragraph?.after ?? this.frame.items).push(...items);
  }

  private endBox(): void {
    const { items } = this.stack.pop()!;
    this.place(...items);
  }

  private endCell(): void {
    const { items, cell } = this.stack.pop()!;
    if (cell) cell.items = items;
  }

  private endTable(): void {
    const table = this.tables.pop();
    if (table) this.frame.items.push({ table: tableOf(table) });
  }

  private target({ "r:id": id }: Attributes): string | undefined {
    const relation = this.input.relations.get(id);
    return relation?.external && LINK.test(relation.target) ? relation.target.slice(0, 2000) : undefined;
  }

  private picture(id: string | undefined): void {
    const relation = this.input.relations.get(id);
    if (relation?.external) return this.builder.warn("externalContent");
    const image = id ? this.input.images(id) : null;
    if (image) this.place({ image: { ...image, alt: this.alt } });
  }

  /** Writes what is complete; the rest of a table or box waits for its end. */
  private async drain(): Promise<void> {
    if (this.stack.length > 1 || this.tables.length > 0) return;
    for (const item of this.frame.items.splice(0)) await writeItem(this.input, item);
  }
}

/** Symbol fonts put their signs where no character is. */
function symbol(code: string | undefined): string {
  const value = Number.parseInt(code ?? "", 16);
  if (!(value > 0 && value <= 0xffff)) return "";
  return value >= 0xe000 && value <= 0xf8ff ? "•" : String.fromCodePoint(value);
}
