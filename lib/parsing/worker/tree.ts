// XML of small parts as a tree.
import { type Archive, type Attributes, walk } from "./archive.ts";
import type { Builder } from "./builder.ts";
import { ParseStop } from "./failure.ts";

const NODES_MAX = 300_000;

/** Names come without prefix. */
export interface XmlNode {
  tag: string;
  attributes: Attributes;
  children: XmlNode[];
  text: string;
}

/** The root of an XML text. */
export function treeOf(xml: string): XmlNode {
  const root: XmlNode = { tag: "", attributes: {}, children: [], text: "" };
  const stack = [root];
  let count = 0;
  walk(xml, {
    open: (tag, attributes) => {
      if (++count > NODES_MAX) throw new ParseStop("documentTooBig");
      const node: XmlNode = { tag, attributes, children: [], text: "" };
      stack.at(-1)!.children.push(node);
      stack.push(node);
    },
    close: () => stack.pop(),
    text: (words) => {
      stack.at(-1)!.text += words;
    },
  });
  return root.children[0] ?? root;
}

/** The child at the end of a path of names; undefined when one is missing. */
export function child(node: XmlNode | null | undefined, ...tags: string[]): XmlNode | undefined {
  let current = node ?? undefined;
  for (const tag of tags) current = current?.children.find((candidate) => candidate.tag === tag);
  return current;
}

/** All nodes of a name below, in document order. */
export function* below(node: XmlNode | null | undefined, tag: string): Generator<XmlNode> {
  for (const candidate of node?.children ?? []) {
    if (candidate.tag === tag) yield candidate;
    yield* below(candidate, tag);
  }
}

/** A part beside the text; null when there is none. One that cannot be read costs no more than itself, and is told. */
export function sidePart(archive: Archive, builder: Builder, name: string | undefined): XmlNode | null {
  const xml = name ? archive.xml(name) : null;
  if (!xml) return null;
  try {
    return treeOf(xml);
  } catch (error) {
    if (!(error instanceof ParseStop) || error.key === "documentHostile") throw error;
    builder.warn("unreadablePart");
    return null;
  }
}

/** Words below a node, its paragraphs on lines of their own. */
export function wordsBelow(node: XmlNode | null | undefined): string {
  return [...below(node, "p")]
    .map((paragraph) => wordsOf(paragraph))
    .join("\n")
    .trim();
}

function wordsOf(node: XmlNode): string {
  if (node.tag === "t") return node.text;
  if (node.tag === "br") return "\n";
  return node.children.map(wordsOf).join("");
}
