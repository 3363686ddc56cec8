// XML of small parts as a tree.
import { walk } from "./archive.mjs";
import { ParseStop } from "./failure.mjs";

const NODES_MAX = 300_000;

/** The root of an XML text: `{ tag, attributes, children, text }`, names without prefix. */
export function treeOf(xml) {
  const root = { tag: "", attributes: {}, children: [], text: "" };
  const stack = [root];
  let count = 0;
  walk(xml, {
    open: (tag, attributes) => {
      if (++count > NODES_MAX) throw new ParseStop("documentTooBig");
      const node = { tag, attributes, children: [], text: "" };
      stack.at(-1).children.push(node);
      stack.push(node);
    },
    close: () => stack.pop(),
    text: (words) => {
      stack.at(-1).text += words;
    },
  });
  return root.children[0] ?? root;
}

/** The child at the end of a path of names; undefined when one is missing. */
export function child(node, ...tags) {
  let current = node;
  for (const tag of tags) current = current?.children.find((candidate) => candidate.tag === tag);
  return current;
}

/** All nodes of a name below, in document order. */
export function* below(node, tag) {
  for (const candidate of node?.children ?? []) {
    if (candidate.tag === tag) yield candidate;
    yield* below(candidate, tag);
  }
}
