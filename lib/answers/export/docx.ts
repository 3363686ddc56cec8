import {
  Document,
  ExternalHyperlink,
  FootnoteReferenceRun,
  HeadingLevel,
  type IParagraphOptions,
  type IRunOptions,
  Packer,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import type { PhrasingContent, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { Citation } from "@/lib/citations/dto";
import type { ConversationFile } from "./markdown";
import { footnoted, footnoteText } from "./places";

/** Below the title and who speaks. */
const ANSWER_HEADINGS = [
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
  HeadingLevel.HEADING_6,
] as const;
const DOCUMENT_HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;
const QUOTE = { indent: { left: 480 }, spacing: { after: 120 } } as const;
const LEVELS_MAX = 8;
const BULLETS = "bullets";
const NUMBERS = "numbers";

type Style = Pick<IRunOptions, "bold" | "italics" | "strike" | "font">;
type Note = (citation: Citation) => ParagraphChild;

/** A Word file with real footnotes. */
export function toDocx({ title, exported, documents, rounds, isDocument, t }: ConversationFile): Promise<Buffer> {
  const noteIn =
    (gone?: ReadonlySet<string>): Note =>
    (citation) =>
      new FootnoteReferenceRun({ children: [new Paragraph({ children: [plain(footnoteText(citation, t, gone))] })] });
  const children: (Paragraph | Table)[] = [];
  if (!isDocument) {
    children.push(
      new Paragraph({ heading: HeadingLevel.HEADING_1, children: [plain(title)] }),
      new Paragraph({ children: [plain(exported)] }),
    );
  }
  if (documents.length > 0) {
    children.push(new Paragraph({ children: [plain(`${t("sources")}: ${documents.join(", ")}`)] }));
  }
  for (const { role, text, quote, citations, gone, support, modelName } of rounds) {
    const heading = role === "user" ? t("question") : [t("answer"), modelName].filter(Boolean).join(" · ");
    if (!isDocument) children.push(new Paragraph({ heading: HeadingLevel.HEADING_2, children: [plain(heading)] }));
    if (quote)
      children.push(new Paragraph({ ...QUOTE, children: [plain(quote.replace(/\s+/g, " "), { italics: true })] }));
    if (role === "user") {
      for (const line of text.split("\n")) children.push(new Paragraph({ children: [plain(line)] }));
      continue;
    }
    const writer = new Writer(citations, noteIn(gone), isDocument ? DOCUMENT_HEADINGS : ANSWER_HEADINGS);
    const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    children.push(...tree.children.flatMap((node) => writer.blocks(node, {})));
    if (support && !isDocument) {
      const line = t("support", { supported: support.supported, cited: support.cited });
      children.push(new Paragraph({ children: [plain(line, { italics: true })] }));
    }
  }
  return Packer.toBuffer(new Document({ title, numbering: { config: numbering() }, sections: [{ children }] }));
}

function numbering() {
  const levels = Array.from({ length: LEVELS_MAX + 1 }, (_, level) => ({
    level,
    style: { paragraph: { indent: { left: 480 * (level + 1), hanging: 240 } } },
  }));
  return [
    { reference: BULLETS, levels: levels.map((level) => ({ ...level, format: "bullet" as const, text: "•" })) },
    {
      reference: NUMBERS,
      levels: levels.map((level) => ({ ...level, format: "decimal" as const, text: `%${level.level + 1}.` })),
    },
  ];
}

/** XML cannot carry control characters. */
function plain(text: string, style: Style = {}): TextRun {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be written
  return new TextRun({ ...style, text: text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "") });
}

/** Markdown as paragraphs of Word; marks become footnotes. What it does not know is written as its words. */
class Writer {
  /** Each ordered list counts for itself. */
  private lists = 0;

  constructor(
    private readonly citations: readonly Citation[],
    private readonly note: Note,
    private readonly headings: typeof ANSWER_HEADINGS | typeof DOCUMENT_HEADINGS,
  ) {}

  blocks(node: RootContent, options: IParagraphOptions, depth = 0): (Paragraph | Table)[] {
    switch (node.type) {
      case "heading":
        return [new Paragraph({ heading: this.headings[node.depth - 1], children: this.runs(node.children) })];
      case "paragraph":
        return [new Paragraph({ spacing: { after: 120 }, ...options, children: this.runs(node.children) })];
      case "blockquote":
        return node.children.flatMap((child) => this.blocks(child, QUOTE, depth));
      case "code":
        return node.value
          .split("\n")
          .map((line) => new Paragraph({ children: [plain(line, { font: "Courier New" })] }));
      case "list": {
        const reference = node.ordered ? NUMBERS : BULLETS;
        const level = Math.min(depth, LEVELS_MAX);
        const instance = ++this.lists;
        return node.children.flatMap((item) =>
          item.children.flatMap((child, index) =>
            this.blocks(
              child,
              index === 0 ? { numbering: { reference, level, instance } } : { indent: { left: 480 * (level + 1) } },
              depth + 1,
            ),
          ),
        );
      }
      case "table":
        return [
          new Table({
            width: { size: 100, type: WidthType.PERCENTAGE },
            rows: node.children.map(
              (row, index) =>
                new TableRow({
                  tableHeader: index === 0,
                  children: row.children.map(
                    (cell) =>
                      new TableCell({
                        children: [new Paragraph({ children: this.runs(cell.children, { bold: index === 0 }) })],
                      }),
                  ),
                }),
            ),
          }),
        ];
      case "thematicBreak":
        return [new Paragraph({ thematicBreak: true })];
      case "html":
        return [new Paragraph({ children: [plain(node.value)] })];
      default:
        return [];
    }
  }

  private runs(nodes: readonly PhrasingContent[], style: Style = {}): ParagraphChild[] {
    return nodes.flatMap((node): ParagraphChild[] => {
      switch (node.type) {
        case "text":
          return this.marked(node.value, style);
        case "strong":
          return this.runs(node.children, { ...style, bold: true });
        case "emphasis":
          return this.runs(node.children, { ...style, italics: true });
        case "delete":
          return this.runs(node.children, { ...style, strike: true });
        case "inlineCode":
          return [plain(node.value, { ...style, font: "Courier New" })];
        case "break":
          return [new TextRun({ break: 1 })];
        case "link": {
          const children = this.runs(node.children, style);
          return /^(https?|mailto):/i.test(node.url) ? [new ExternalHyperlink({ link: node.url, children })] : children;
        }
        case "html":
          return [plain(node.value, style)];
        default:
          // A picture of an answer is not fetched; its description stands for it.
          return "alt" in node && node.alt ? [plain(node.alt, style)] : [];
      }
    });
  }

  private marked(text: string, style: Style): ParagraphChild[] {
    return footnoted(text, this.citations).flatMap((stretch) => [
      ...(stretch.text ? [plain(stretch.text, style)] : []),
      ...(stretch.citation ? [this.note(stretch.citation)] : []),
    ]);
  }
}
