import type { Element, ElementContent, Root, RootContent, Text } from "hast";
import { MARK_ID, MARKS } from "./mark-text";

const PUNCTUATION = /^[,.;:!?%)\]}'"’”»，。；：！？、）】》」』…]+/;
/** Text in these is shown as it is. */
const LITERAL = new Set(["code", "pre"]);

/**
 * Turns marks into `cite` elements, after sanitising. The last character before a mark, the marks and the punctuation after
 * them stay on one line: no line may begin with either (design 4).
 */
export function rehypeMarks() {
  return (tree: Root): void => placeMarks(tree);
}

function placeMarks(parent: Root | Element): void {
  const children: RootContent[] = [];
  for (const child of parent.children) {
    if (child.type === "text" && child.value.includes("[^c")) splitText(child.value, children);
    else {
      if (child.type === "element" && !LITERAL.has(child.tagName)) placeMarks(child);
      children.push(child);
    }
  }
  parent.children = children as ElementContent[];
}

function splitText(value: string, into: RootContent[]): void {
  let at = 0;
  for (const match of value.matchAll(MARKS)) {
    if (match.index > at) into.push(text(value.slice(at, match.index)));
    at = match.index + match[0].length;
    const after = PUNCTUATION.exec(value.slice(at))?.[0] ?? "";
    at += after.length;
    const before = takeLastCharacter(into);
    const marks = [...match[0].matchAll(MARK_ID)].map(([, id]): Element => {
      return { type: "element", tagName: "cite", properties: { dataId: id }, children: [] };
    });
    const children = [...(before ? [before] : []), ...marks, ...(after ? [text(after)] : [])];
    into.push({ type: "element", tagName: "span", properties: { className: ["marked-end"] }, children });
  }
  if (at < value.length) into.push(text(value.slice(at)));
}

/** Takes the last character off what stands before, in its own formatting: `**word**` gives `**d**`. */
function takeLastCharacter(nodes: RootContent[]): ElementContent | null {
  const last = nodes.at(-1);
  if (last?.type === "text") {
    const kept = last.value.trimEnd();
    const character = lastCharacter(kept);
    if (character === "") return null;
    last.value = kept.slice(0, kept.length - character.length);
    return text(character);
  }
  if (last?.type !== "element" || LITERAL.has(last.tagName) || last.children.length === 0) return null;
  const inner = takeLastCharacter(last.children);
  return inner && { ...last, children: [inner] };
}

function lastCharacter(value: string): string {
  const tail = value.slice(-16);
  const pieces = [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(tail)];
  return pieces.at(-1)?.segment ?? "";
}

const text = (value: string): Text => ({ type: "text", value });
