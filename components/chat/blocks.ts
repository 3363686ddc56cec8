import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import remend from "remend";

export interface MarkdownBlock {
  /** Place in the text; a finished block never changes. */
  from: number;
  text: string;
}

/** Top-level nodes at the end that may still change while text arrives: an open list, a table's next row. */
const OPEN_BLOCKS = 2;

/**
 * Cuts Markdown into its top-level blocks, so that finished blocks are rendered once (design 7.6). Feed it the growing
 * text: only the open end is read again.
 */
export class BlockCutter {
  private done: MarkdownBlock[] = [];
  private doneTo = 0;
  private text = "";

  cut(text: string): MarkdownBlock[] {
    if (!text.startsWith(this.text)) {
      this.done = [];
      this.doneTo = 0;
    }
    this.text = text;
    const rest = text.slice(this.doneTo);
    const starts = topLevelStarts(rest);
    const blocks = starts.map((start, index) => ({
      from: this.doneTo + start,
      text: rest.slice(start, starts[index + 1] ?? rest.length),
    }));
    const finished = blocks.slice(0, Math.max(0, blocks.length - OPEN_BLOCKS));
    const all = [...this.done, ...blocks];
    const last = finished.at(-1);
    if (last) {
      this.done = [...this.done, ...finished];
      this.doneTo = last.from + last.text.length;
    }
    return all;
  }
}

function topLevelStarts(text: string): number[] {
  if (text.trim() === "") return [];
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return tree.children.map((node) => node.position?.start.offset ?? 0);
}

const FENCE = /(^|\n)(```|~~~)[\s\S]*?(\n\2|$)|`[^`\n]*`/g;

/**
 * Many models write mathematics as `\(…\)` and `\[…\]`, or a formula of its own line as `$$…$$`; the renderer knows `$` within a
 * line and `$$` on lines of their own. Code stays as it is.
 */
export function normalizeMath(text: string): string {
  if (!text.includes("\\(") && !text.includes("\\[") && !text.includes("$$")) return text;
  let out = "";
  let at = 0;
  for (const match of text.matchAll(FENCE)) {
    out += convert(text.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return out + convert(text.slice(at));
}

function convert(text: string): string {
  return text
    .replace(/\\\[([\s\S]+?)\\\]/g, (_, math: string) => `\n$$\n${math.trim()}\n$$\n`)
    .replace(/^[ \t]*\$\$([^$\n]+)\$\$[ \t]*$/gm, (_, math: string) => `$$\n${math.trim()}\n$$`)
    .replace(/\\\(([\s\S]+?)\\\)/g, (_, math: string) => `$${math.trim()}$`);
}

/** An image whose address is not whole yet, and signs at the very end of which nobody knows what they begin. */
const BEGUN = /!\[[^\]\n]*(?:\]\([^)\n]*)?$|(?<=^|\s)(?:\*{1,3}|_{1,3}|~{1,2})$/;

/** The last block of a text that still arrives: emphasis, code and links that are not closed yet show as they will. */
export function completeBegun(block: string): string {
  return remend(block.replace(BEGUN, ""), { linkMode: "text-only", katex: false, comparisonOperators: false });
}
