import type { Element, ElementContent, Root, RootContent, Text } from "hast";
import type { Citation } from "@/lib/citations/types";

/** A run of marks as the stream and the stored text have them, with the white space before. */
const MARKS = /[ \t]*\[\^c\d+\](?:[ \t]*\[\^c\d+\])*/g;
const ID = /\[\^c(\d+)\]/g;
const PUNCTUATION = /^[,.;:!?%)\]}'"’”»，。；：！？、）】》」』…]+/;
/** What may be the beginning of a mark at the end of a text that is still arriving. */
const BEGUN = /[ \t]*\[(?:\^(?:c\d*)?)?$/;
/** Text in these is shown as it is. */
const LITERAL = new Set(["code", "pre"]);

export const withoutBegunMark = (text: string) => text.replace(BEGUN, "");

/** The text without its marks. */
export const withoutMarks = (text: string) => text.replace(MARKS, "");

/** The text as it goes to the clipboard: `[2]` where a reader sees the number. */
export function withNumbers(text: string, citations: readonly Citation[]): string {
  if (!text.includes("[^c")) return text;
  return text.replace(ID, (_, id: string) => {
    const citation = citations.find((each) => each.id === Number(id));
    return citation ? `[${citation.number}]` : "";
  });
}

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
    const marks = [...match[0].matchAll(ID)].map(([, id]): Element => {
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
