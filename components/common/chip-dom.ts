import type { TextPart } from "@/lib/text/parts";

/** Keeps a place for the caret beside a mark; it is no part of the text. */
const PLACE = "\u200b";
const isMark = (node: Node): node is HTMLElement => node instanceof HTMLElement && node.dataset.mark !== undefined;
/** The browser gives a line without a word no height. */
const isFiller = (node: Node) => node instanceof HTMLElement && node.dataset.filler !== undefined;

/** Draws the parts of a text; the elements of its marks are the caller's to fill. */
export function drawPieces(root: HTMLElement, pieces: readonly TextPart[]): HTMLElement[] {
  const marks: HTMLElement[] = [];
  const nodes: Node[] = [];
  let needsPlace = true;
  for (const { text, mark } of pieces) {
    if (mark === null) nodes.push(document.createTextNode(text));
    else {
      if (needsPlace) nodes.push(document.createTextNode(PLACE));
      const element = document.createElement("span");
      element.contentEditable = "false";
      element.dataset.mark = mark;
      element.dataset.text = text;
      nodes.push(element);
      marks.push(element);
    }
    needsPlace = mark !== null;
  }
  if (needsPlace && nodes.length > 0) nodes.push(document.createTextNode(PLACE));
  if (pieces.at(-1)?.text.endsWith("\n")) {
    const filler = document.createElement("br");
    filler.dataset.filler = "";
    nodes.push(filler);
  }
  root.replaceChildren(...nodes);
  return marks;
}

/** The text of what stands in a field, whatever the browser made of it while it was typed. */
export function textIn(root: Node): string {
  let text = "";
  for (const node of root.childNodes) {
    if (node instanceof Text) text += node.data.replaceAll(PLACE, "").replaceAll("\u00a0", " ");
    else if (isMark(node)) text += node.dataset.text ?? "";
    else if (isFiller(node)) continue;
    else if (node.nodeName === "BR") text += "\n";
    else {
      const isBlock = node.nodeName === "DIV" || node.nodeName === "P";
      text += `${isBlock && text !== "" && !text.endsWith("\n") ? "\n" : ""}${textIn(node)}`;
    }
  }
  return text;
}

/** Whether a field stands as `drawPieces` would draw it. */
export function isDrawn(root: HTMLElement, pieces: readonly TextPart[]): boolean {
  const wanted: string[] = [];
  let needsPlace = true;
  for (const { text, mark } of pieces) {
    if (mark !== null && needsPlace) wanted.push("place");
    wanted.push(mark === null ? "text" : `mark ${text}`);
    needsPlace = mark !== null;
  }
  if (needsPlace && wanted.length > 0) wanted.push("place");
  if (pieces.at(-1)?.text.endsWith("\n")) wanted.push("filler");
  const found: string[] = [];
  for (const node of root.childNodes) {
    if (node instanceof Text) {
      const kind = node.data.replaceAll(PLACE, "") !== "" ? "text" : node.data === "" ? null : "place";
      if (kind && !(kind === "text" && found.at(-1) === "text")) found.push(kind);
    } else found.push(isMark(node) ? `mark ${node.dataset.text}` : isFiller(node) ? "filler" : "foreign");
  }
  return found.join("|") === wanted.join("|");
}

/** How much of the text stands before a place. */
function offsetOf(root: HTMLElement, node: Node, at: number): number {
  const range = document.createRange();
  range.setStart(root, 0);
  range.setEnd(node, at);
  return textIn(range.cloneContents()).length;
}

/** What is picked in a field, as offsets in its text; null where the selection is elsewhere. */
export function pickedIn(root: HTMLElement): { start: number; end: number } | null {
  const selection = window.getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0) : null;
  if (!range || !root.contains(range.startContainer) || !root.contains(range.endContainer)) return null;
  return {
    start: offsetOf(root, range.startContainer, range.startOffset),
    end: offsetOf(root, range.endContainer, range.endOffset),
  };
}

/** Puts the caret where so much of the text stands before it. */
export function putCaret(root: HTMLElement, offset: number): void {
  const [node, at] = placeOf(root, offset);
  window.getSelection()?.collapse(node, at);
}

function placeOf(root: HTMLElement, offset: number): [Node, number] {
  let left = offset;
  for (const [index, node] of [...root.childNodes].entries()) {
    if (node instanceof Text) {
      const length = node.data.replaceAll(PLACE, "").length;
      if (left <= length) return [node, withPlaces(node.data, left)];
      left -= length;
    } else if (isMark(node)) {
      const { length } = node.dataset.text ?? "";
      if (left < length) return [root, left === 0 ? index : index + 1];
      left -= length;
    }
  }
  return [root, root.childNodes.length];
}

/** The index in what the browser holds of so many letters of the text, behind what keeps a place there. */
function withPlaces(data: string, letters: number): number {
  let at = 0;
  for (let left = letters; at < data.length; at += 1) {
    if (data[at] === PLACE) continue;
    if (left === 0) break;
    left -= 1;
  }
  return at;
}
