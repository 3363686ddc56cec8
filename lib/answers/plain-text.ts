import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/** Marks of citations with the white space before them. */
const MARKS = /[ \t]*\[\^c\d+\]/g;

/** An answer as it reads: without Markdown's signs and without the marks of its sources. */
export function plainTextOf(markdown: string): string {
  const tree = fromMarkdown(markdown.replace(MARKS, ""), { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return textOf(tree).trim();
}

function textOf(node: Nodes): string {
  switch (node.type) {
    case "root":
    case "blockquote":
      return node.children.map(textOf).filter(Boolean).join("\n\n");
    case "list":
      return node.children
        .map((item, index) => `${node.ordered ? `${(node.start ?? 1) + index}.` : "-"} ${textOf(item)}`)
        .join("\n");
    case "listItem":
      return node.children.map(textOf).filter(Boolean).join("\n").replaceAll("\n", "\n  ");
    case "table":
      return node.children.map((row) => row.children.map(textOf).join("\t")).join("\n");
    case "break":
      return "\n";
    case "thematicBreak":
    case "definition":
      return "";
    default:
      if ("alt" in node) return node.alt ?? "";
      if ("value" in node) return node.value;
      return "children" in node ? node.children.map(textOf).join("") : "";
  }
}
