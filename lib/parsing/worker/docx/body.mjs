// Walks the text of a word document, its notes, headers and footers.
import { walkSlowly } from "../archive.mjs";
import { applyProperty } from "./styles.mjs";
import { tableOf } from "./table.mjs";

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

export class Body {
  constructor({ builder, styles, numbering, relations, images, paragraph, kind = "paragraph" }) {
    Object.assign(this, { builder, styles, numbering, relations, images, counter: paragraph, kind });
    this.skipping = 0;
    this.stack = [{ items: [] }];
    this.paragraphs = [];
    this.links = [];
    this.tables = [];
    this.isShaded = 0;
    this.hidden = 0;
  }

  async read(xml, progress) {
    const handlers = {
      open: (tag, attributes) => this.open(tag, attributes),
      close: (tag) => this.close(tag),
      text: (words) => this.text(words),
      drain: () => this.drain(),
    };
    await walkSlowly(xml, handlers, progress);
    this.builder.warn("hiddenText", this.hidden);
  }

  get paragraph() {
    return this.paragraphs.at(-1);
  }

  open(tag, attributes) {
    if (
      this.skipping > 0 ||
      SKIPPED.has(tag) ||
      ((tag === "footnote" || tag === "endnote") && SEPARATORS.has(attributes.type))
    ) {
      this.skipping++;
      return;
    }
    const { paragraph } = this;
    switch (tag) {
      case "p":
        this.paragraphs.push({ number: ++this.counter.count, look: {}, runs: [], run: null, runNumber: 0, after: [] });
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
        this.stack.push({ items: [], isBox: true });
        break;
      case "tbl":
        this.tables.push({ rows: [], grid: [], headerRows: 0, items: [] });
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
        this.row.before = Number(attributes.val) || 0;
        break;
      case "tc": {
        const cell = { span: 1, merge: null, isShaded: false };
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

  get cell() {
    return this.stack.at(-1).cell;
  }

  get row() {
    return this.tables.at(-1)?.rows.at(-1);
  }

  property(tag, attributes) {
    const { paragraph } = this;
    if (tag === "shd" && !paragraph && this.cell) {
      const look = {};
      applyProperty(look, tag, attributes);
      this.cell.isShaded = look.shaded;
    } else if (paragraph?.run) applyProperty(paragraph.run.look, tag, attributes);
    else if (paragraph?.inProperties) applyProperty(paragraph.look, tag, attributes);
  }

  markHeader() {
    const table = this.tables.at(-1);
    if (table && table.headerRows === table.rows.length - 1) table.headerRows++;
  }

  text(words) {
    const run = this.paragraph?.run;
    if (this.skipping === 0 && run?.isText) run.chunks.push(words);
  }

  close(tag) {
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
    else if (tag === "txbxContent") this.endBox();
    else if (tag === "tc") this.endCell();
    else if (tag === "tbl") this.endTable();
  }

  endRun() {
    const { paragraph } = this;
    const run = paragraph?.run;
    if (!run) return;
    paragraph.run = null;
    const text = run.chunks.join("");
    if (text)
      paragraph.runs.push({ text, number: run.number, own: run.look, style: run.style, link: this.links.at(-1) });
  }

  endParagraph() {
    const ended = this.paragraphs.pop();
    if (!ended) return;
    const { items } = this.stack.at(-1);
    items.push(this.blockOf(ended), ...ended.after);
  }

  blockOf({ number, look: own, style, runs }) {
    const styleId = style ?? this.styles.defaultParagraph;
    const look = { ...this.styles.look(styleId), ...own };
    const base = { ...this.styles.plain, ...look };
    const shown = runs.filter((run) => {
      run.look = { ...base, ...(run.style ? this.styles.look(run.style) : {}), ...run.own };
      if (!this.isHidden(run.look, look)) return true;
      this.hidden += 1;
      return false;
    });
    return { number, styleId, look, runs: shown, base };
  }

  /** Marked as hidden, too small to see, or white on white. */
  isHidden(look, paragraphLook) {
    if (look.vanish || (look.size !== undefined && look.size <= 1)) return true;
    const isOnWhite = !look.shaded && !paragraphLook.shaded && this.tables.length === 0 && this.stack.length === 1;
    return look.color === "#ffffff" && isOnWhite && this.kind === "paragraph";
  }

  endBox() {
    const { items } = this.stack.pop();
    // After the paragraph it is anchored in.
    if (this.paragraph) this.paragraph.after.push(...items);
    else this.stack.at(-1).items.push(...items);
  }

  endCell() {
    const { items, cell } = this.stack.pop();
    if (cell) cell.items = items;
  }

  endTable() {
    const table = this.tables.pop();
    if (table) this.stack.at(-1).items.push({ table: tableOf(table) });
  }

  target({ "r:id": id }) {
    const relation = this.relations.get(id);
    return relation?.external && LINK.test(relation.target) ? relation.target.slice(0, 2000) : undefined;
  }

  picture(id) {
    const relation = this.relations.get(id);
    if (relation?.external) return this.builder.warn("externalContent");
    const image = id ? this.images(id) : null;
    if (!image) return;
    const item = { image: { ...image, alt: this.alt } };
    if (this.paragraph) this.paragraph.after.push(item);
    else this.stack.at(-1).items.push(item);
  }

  /** Writes what is complete; the rest of a table or box waits for its end. */
  async drain() {
    if (this.stack.length > 1 || this.tables.length > 0) return;
    for (const item of this.stack[0].items.splice(0)) await this.write(item);
  }

  async write(item) {
    if (item.image) return this.builder.image(item.image);
    if (item.table) {
      await this.builder.table(item.table);
      for (const image of item.table.images) await this.builder.image(image);
      return;
    }
    const { number, styleId, look, runs, base } = item;
    const block = { ...this.kindOf(styleId, look), paragraph: number };
    if (this.kind !== "paragraph") block.kind = this.kind;
    if (look.align && look.align !== "left") block.align = look.align;
    if (look.rtl) block.direction = "rtl";
    await this.builder.text(
      block,
      runs.map((run) => styledRun(run, base, block.kind)),
    );
  }

  kindOf(styleId, look) {
    const depth = look.depth ?? 0;
    const marker = look.numId && look.numId !== "0" ? this.numbering.next(look.numId, depth) : null;
    const named = marker ? { marker } : {};
    if (look.outline !== undefined) return { kind: "heading", level: Math.min(6, look.outline + 1), ...named };
    if (look.numId && look.numId !== "0") return { kind: "listItem", level: depth + 1, ...named };
    if (this.styles.isQuote(styleId)) return { kind: "quote" };
    return { kind: this.styles.isCode(styleId) ? "code" : "paragraph" };
  }
}

/** A run with what sets it apart. */
function styledRun({ text, number, look, link }, base, kind) {
  const run = { text, run: number };
  // A heading is set apart as a whole.
  const isHeading = kind === "heading";
  for (const key of ["bold", "italic", "underline", "strike"])
    if (look[key] && !(isHeading && base[key])) run[key] = true;
  if (look.script) run.script = look.script;
  if (look.size && look.size !== base.size) run.size = look.size;
  if (look.color && look.color !== "#000000" && !(isHeading && look.color === base.color)) run.color = look.color;
  if (link) run.link = link;
  return run;
}

/** Symbol fonts put their signs where no character is. */
function symbol(code) {
  const value = Number.parseInt(code ?? "", 16);
  if (!(value > 0 && value <= 0xffff)) return "";
  return value >= 0xe000 && value <= 0xf8ff ? "•" : String.fromCodePoint(value);
}
