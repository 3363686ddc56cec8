/** Elements that hold one text node and know where it stands in the document. */
export const LEAF = "[data-from]";

export const leafFrom = (leaf: Element): number => Number((leaf as HTMLElement).dataset.from);
/** Characters of the document it shows; its last one may be a hyphen that is none of them. */
const lengthOf = (leaf: Element): number =>
  Number((leaf as HTMLElement).dataset.length ?? leaf.textContent?.length ?? 0);

/** The place in the document's text that a selection covers; null when it covers no word of the document. */
export function selectedRange(root: Element, range: Range): { from: number; to: number } | null {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const leaf of root.querySelectorAll(LEAF)) {
    if (!range.intersectsNode(leaf)) continue;
    const start = leafFrom(leaf);
    const first = leaf.contains(range.startContainer) ? startWithin(leaf, range) : 0;
    const last = Math.min(lengthOf(leaf), leaf.contains(range.endContainer) ? endWithin(leaf, range) : lengthOf(leaf));
    if (last <= first) continue;
    from = Math.min(from, start + first);
    to = Math.max(to, start + last);
  }
  return to > from ? { from, to } : null;
}

function startWithin(leaf: Element, { startContainer, startOffset }: Range): number {
  if (startContainer.nodeType === Node.TEXT_NODE) return startOffset;
  return startContainer === leaf && startOffset > 0 ? lengthOf(leaf) : 0;
}

function endWithin(leaf: Element, { endContainer, endOffset }: Range): number {
  if (endContainer.nodeType === Node.TEXT_NODE) return endOffset;
  return endContainer === leaf && endOffset === 0 ? 0 : lengthOf(leaf);
}

/** The element that shows a place of the text, when it is drawn. */
export function leafAt(root: Element, at: number): Element | null {
  let nearest: Element | null = null;
  for (const leaf of root.querySelectorAll(LEAF)) {
    const from = leafFrom(leaf);
    if (at >= from && at < from + lengthOf(leaf)) return leaf;
    // Between two blocks: what comes next is where the place is read.
    if (from >= at && (!nearest || from < leafFrom(nearest))) nearest = leaf;
  }
  return nearest;
}

/** The element that shows where a view is sent: the picture that is named, else the words at the place. */
export function placeOf(root: Element, { at, picture }: { at: number; picture?: string }): Element | null {
  const drawn = picture && root.querySelector(`[data-picture="${CSS.escape(picture)}"]`);
  return drawn || leafAt(root, at);
}
