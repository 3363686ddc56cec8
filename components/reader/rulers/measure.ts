import { LEAF, leafFrom } from "../offsets";
import type { RulerSlice } from "../types";

/** Pixels in the scrolled content of the frame. */
export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A slice as far as it is drawn. */
export interface Place extends Edges {
  slice: RulerSlice;
  /** The page it begins on. */
  page: Edges;
  /** Where its last word ends, and what it repeats of the slice before. */
  end: Edges | null;
  repeated: Edges[];
}

interface Leaf {
  from: number;
  to: number;
  element: Element;
}

/** What is drawn of the document right now, measured once for all rulers. */
export class Drawn {
  private readonly leaves: Leaf[];
  private readonly origin: { x: number; y: number };

  constructor(frame: HTMLElement) {
    const { left, top } = frame.getBoundingClientRect();
    this.origin = { x: left - frame.scrollLeft, y: top - frame.scrollTop };
    this.leaves = [...frame.querySelectorAll(LEAF)]
      .map((element) => {
        const from = leafFrom(element);
        const length = Number((element as HTMLElement).dataset.length ?? element.textContent?.length ?? 0);
        return { from, to: from + length, element };
      })
      .filter(({ from, to }) => to > from)
      .sort((a, b) => a.from - b.from);
  }

  /** The slices that are in view, in order. */
  places(slices: readonly RulerSlice[]): Place[] {
    const first = this.leaves[0]?.from ?? 0;
    const last = Math.max(0, ...this.leaves.map(({ to }) => to));
    return slices.flatMap((slice) => {
      if (slice.to <= first || slice.from >= last) return [];
      const held = this.within(slice.from, slice.to);
      const rects = held.flatMap((leaf, index) =>
        // Only the first and the last line may belong to other slices too.
        index === 0 || index === held.length - 1
          ? this.rects(leaf, slice.from, slice.to)
          : [leaf.element.getBoundingClientRect()],
      );
      const box = union(rects);
      const page = held[0]?.element
        .closest(".pdf-page, article, [data-part], [data-reader-frame]")
        ?.getBoundingClientRect();
      if (!box || !page) return [];
      const end =
        slice.isCut && held.at(-1)!.to >= slice.to ? this.rects(held.at(-1)!, slice.from, slice.to).at(-1) : null;
      const repeatedTo = slice.from + (slice.overlap ?? 0);
      const repeated = this.within(slice.from, repeatedTo).flatMap((leaf) => this.rects(leaf, slice.from, repeatedTo));
      return [
        {
          ...this.shift(box),
          slice,
          page: this.shift(page),
          end: end ? this.shift(end) : null,
          repeated: repeated.map((rect) => this.shift(rect)),
        },
      ];
    });
  }

  /** Lines of a stretch of the text. */
  lines({ from, to }: { from: number; to: number }): Edges[] {
    return this.within(from, to)
      .flatMap((leaf) => this.rects(leaf, from, to))
      .map((rect) => this.shift(rect));
  }

  private within(from: number, to: number): Leaf[] {
    return this.leaves.filter((leaf) => leaf.from < to && leaf.to > from);
  }

  private rects(leaf: Leaf, from: number, to: number): DOMRect[] {
    const node = leaf.element.firstChild;
    if (!(node instanceof Text)) return [leaf.element.getBoundingClientRect()];
    const range = document.createRange();
    range.setStart(node, Math.min(node.length, Math.max(0, from - leaf.from)));
    range.setEnd(node, Math.min(node.length, Math.max(0, to - leaf.from)));
    return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  }

  private shift({ left, top, right, bottom }: Edges): Edges {
    const { x, y } = this.origin;
    const [l, t, r, b] = [left - x, top - y, right - x, bottom - y].map((value) => Math.round(value)) as [
      number,
      number,
      number,
      number,
    ];
    return { left: l, top: t, right: r, bottom: b };
  }
}

function union(rects: readonly DOMRect[]): Edges | null {
  if (rects.length === 0) return null;
  return {
    left: Math.min(...rects.map(({ left }) => left)),
    top: Math.min(...rects.map(({ top }) => top)),
    right: Math.max(...rects.map(({ right }) => right)),
    bottom: Math.max(...rects.map(({ bottom }) => bottom)),
  };
}
