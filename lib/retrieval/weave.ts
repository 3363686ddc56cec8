import { trimSpan } from "./sentences";
import type { NewSlice } from "./types";

/** A slice that is not cut out of the text but made by hand, or of a picture, at its place in the text that is cut. */
export interface Island {
  handId: string | null;
  from: number;
  to: number;
  part: number;
  partTo: number;
  heading: string;
  /** What it answers with; the version has other words there where it was edited. */
  text: string;
  isEdited: boolean;
  isDisabled: boolean;
  /** Stands beside the slices of its place instead of taking it. */
  isAdded: boolean;
  /** Where it stands among the others, if not at its own place. */
  place: number | null;
  /** Name of the picture its words describe: it is part of no large slice. */
  picture?: string;
}

export type WovenSlice = NewSlice & Partial<Pick<Island, "handId" | "isEdited" | "isDisabled" | "picture">>;

/**
 * Slices cut anew, around those that people made: a hand-made slice takes its place whole, what is left of the new ones beside
 * it stays. No character between them is lost or said twice. The islands lie apart, but for added ones.
 */
export async function* weave(
  slices: AsyncIterable<NewSlice>,
  islands: readonly Island[],
  count: (text: string) => number,
): AsyncGenerator<WovenSlice> {
  const taking = islands.filter(({ isAdded }) => !isAdded).sort((a, b) => a.from - b.from);
  // Of two at one place the one that was moved there comes first.
  const waiting = [...islands].sort(
    (a, b) => keyOf(a) - keyOf(b) || Number(b.place !== null) - Number(a.place !== null),
  );
  let parent: number | null | undefined;
  const upTo = (at: number): WovenSlice[] => {
    const due: WovenSlice[] = [];
    while (waiting[0] && keyOf(waiting[0]) <= at) due.push(sliceOf(waiting.shift()!));
    return due;
  };
  const sliceOf = ({ isAdded: _a, place: _p, ...island }: Island): WovenSlice => ({
    ...island,
    tokens: count(island.text),
    ...(parent !== undefined && { parent: island.picture ? null : parent }),
  });
  for await (const slice of slices) {
    parent = slice.parent;
    for (const rest of around(slice, taking)) {
      yield* upTo(rest.from);
      yield rest.from === slice.from && rest.to === slice.to ? slice : { ...rest, tokens: count(rest.text) };
    }
    // What stands in a slice that is taken whole must not wait for the next one, which may be of another parent.
    yield* upTo(slice.to - 1);
  }
  yield* upTo(Number.POSITIVE_INFINITY);
}

const keyOf = ({ place, from }: Island) => place ?? from;

/** What islands leave of a slice. */
export function around(slice: NewSlice, islands: readonly Pick<Island, "from" | "to">[]): NewSlice[] {
  const left: NewSlice[] = [];
  let at = slice.from;
  const keep = (to: number) => {
    const span = trimSpan(slice.text, at - slice.from, Math.max(at, to) - slice.from);
    if (!span) return;
    const [from, end] = [slice.from + span.from, slice.from + span.to];
    const { isCut, ...rest } = slice;
    const goesOn = end === slice.to && isCut && { isCut };
    left.push({ ...rest, from, to: end, text: slice.text.slice(span.from, span.to), ...goesOn });
  };
  for (const { from, to } of islands) {
    if (from >= slice.to || to <= slice.from) continue;
    keep(from);
    at = Math.max(at, to);
  }
  if (at < slice.to) keep(slice.to);
  return left;
}
