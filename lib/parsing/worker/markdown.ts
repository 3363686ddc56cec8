// Markdown as the text people see: marks become structure.
import type { List, Nodes, RootContent, Table } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { Builder, NewBlock, NewCell, Run } from "./builder.ts";
import { readText } from "./decode.ts";
import { ParseStop } from "./failure.ts";
import { DEPTH_MAX } from "./limits.ts";
import type { Reading } from "./reader.ts";

const CHARS_MAX = 8_000_000;
const LINK = /^(https?:|mailto:)/i;

/** What a node hands down to those inside it. */
interface Context {
  /** A list item whose first paragraph is still to come. */
  item?: NewBlock;
  kind?: NewBlock["kind"];
  level?: number;
}

export async function readMarkdown(file: string, builder: Builder, options: Reading): Promise<void> {
  const source = readText(file, builder, options).replace(/^---\n[\s\S]{0,20000}?\n---\n/, "");
  if (source.length > CHARS_MAX) throw new ParseStop("documentTooBig");
  builder.startPart({ kind: "section", number: 1 });
  const tree = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const writer = new Writer(builder);
  await writer.blocks(tree.children, {});
  builder.title = builder.outline[0]?.level === 1 ? builder.outline[0].title : "";
}

class Writer {
  private readonly builder: Builder;
  private paragraph = 0;

  constructor(builder: Builder) {
    this.builder = builder;
  }

  async blocks(nodes: readonly RootContent[], context: Context, depth = 0): Promise<void> {
    if (depth > DEPTH_MAX) throw new ParseStop("documentHostile");
    for (const node of nodes) await this.block(node, context, depth);
  }

  private async block(node: RootContent, context: Context, depth: number): Promise<void> {
    switch (node.type) {
      case "heading":
        return this.write({ kind: "heading", level: node.depth }, runsOf(node));
      case "paragraph":
        await this.write(context.item ?? { kind: context.kind ?? "paragraph" }, runsOf(node));
        if (context.item) context.item = { kind: "paragraph" };
        return;
      case "blockquote":
        return this.blocks(node.children, { kind: "quote" }, depth + 1);
      case "list":
        return this.list(node, context, depth);
      case "code":
        return this.write({ kind: "code" }, [{ text: node.value }]);
      case "table":
        return this.table(node);
      case "footnoteDefinition":
        return this.blocks(node.children, { kind: "note" }, depth + 1);
      case "html":
        // Shown as text nowhere; what a tag wraps is text of its own.
        return;
      default:
        if ("children" in node) await this.blocks(node.children, context, depth + 1);
    }
  }

  private async list({ ordered, start, children }: List, { level = 0 }: Context, depth: number): Promise<void> {
    let number = start ?? 1;
    for (const { checked, children: items } of children) {
      const bullet = checked === true ? "☑" : checked === false ? "☐" : "•";
      const item: NewBlock = { kind: "listItem", level: level + 1, marker: ordered ? `${number++}.` : bullet };
      await this.blocks(items, { item, level: level + 1 }, depth + 1);
    }
  }

  private async table({ children, align }: Table): Promise<void> {
    this.paragraph++;
    const rows = children.map((row, index) =>
      row.children.map((cell, column) => {
        const text = runsOf(cell)
          .map((run) => run.text)
          .join("");
        const written: NewCell = { column, text };
        if (index === 0) written.bold = true;
        const side = align?.[column];
        if (side === "center" || side === "right") written.align = side;
        return written;
      }),
    );
    const columns = Math.max(1, ...rows.map((row) => row.length));
    await this.builder.table({ rows, columns, headerRows: 1 });
  }

  private async write(block: NewBlock, runs: readonly Run[]): Promise<void> {
    this.paragraph++;
    await this.builder.text({ ...block, paragraph: this.paragraph }, runs);
  }
}

function runsOf(node: Nodes, style: Omit<Run, "text"> = {}, runs: Run[] = []): Run[] {
  for (const child of "children" in node ? node.children : []) {
    switch (child.type) {
      case "text":
        runs.push({ text: child.value.replaceAll("\n", " "), ...style });
        break;
      case "inlineCode":
        runs.push({ text: child.value, ...style, code: true });
        break;
      case "break":
        runs.push({ text: "\n" });
        break;
      case "strong":
        runsOf(child, { ...style, bold: true }, runs);
        break;
      case "emphasis":
        runsOf(child, { ...style, italic: true }, runs);
        break;
      case "delete":
        runsOf(child, { ...style, strike: true }, runs);
        break;
      case "link":
        runsOf(child, LINK.test(child.url) ? { ...style, link: child.url.slice(0, 2000) } : style, runs);
        break;
      case "image":
        if (child.alt) runs.push({ text: child.alt, ...style });
        break;
      default:
        runsOf(child, style, runs);
    }
  }
  return runs;
}
