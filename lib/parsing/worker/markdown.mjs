// Markdown as the text people see: marks become structure.
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { readText } from "./decode.mjs";
import { ParseStop } from "./failure.mjs";
import { DEPTH_MAX } from "./limits.mjs";

const CHARS_MAX = 8_000_000;
const LINK = /^(https?:|mailto:)/i;

export async function readMarkdown(file, builder) {
  const source = readText(file)
    .replace(/^\ufeff/, "")
    .replace(/^---\n[\s\S]{0,20000}?\n---\n/, "");
  if (source.length > CHARS_MAX) throw new ParseStop("documentTooBig");
  builder.startPart({ kind: "section", number: 1 });
  const tree = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const writer = new Writer(builder, source);
  await writer.blocks(tree.children, {});
  builder.title = builder.outline[0]?.level === 1 ? builder.outline[0].title : "";
}

class Writer {
  constructor(builder, source) {
    this.builder = builder;
    this.source = source;
    this.paragraph = 0;
  }

  async blocks(nodes, context, depth = 0) {
    if (depth > DEPTH_MAX) throw new ParseStop("documentHostile");
    for (const node of nodes) await this.block(node, context, depth);
  }

  async block(node, context, depth) {
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
        if (node.children) await this.blocks(node.children, context, depth + 1);
    }
  }

  async list({ ordered, start, children }, { level = 0 }, depth) {
    let number = start ?? 1;
    for (const { checked, children: items } of children) {
      const bullet = checked === true ? "☑" : checked === false ? "☐" : "•";
      const item = { kind: "listItem", level: level + 1, marker: ordered ? `${number++}.` : bullet };
      await this.blocks(items, { item, level: level + 1 }, depth + 1);
    }
  }

  async table({ children, align }) {
    this.paragraph++;
    const rows = children.map((row, index) =>
      row.children.map((cell, column) => ({
        column,
        text: runsOf(cell)
          .map(({ text }) => text)
          .join(""),
        ...(index === 0 ? { bold: true } : {}),
        ...(align?.[column] === "center" || align?.[column] === "right" ? { align: align[column] } : {}),
      })),
    );
    const columns = Math.max(1, ...rows.map((row) => row.length));
    await this.builder.table({ rows, columns, headerRows: 1 });
  }

  write(block, runs) {
    this.paragraph++;
    return this.builder.text({ ...block, paragraph: this.paragraph }, runs);
  }
}

function runsOf(node, style = {}, runs = []) {
  for (const child of node.children ?? []) {
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
