import { z } from "zod";
import { CUTS, HELPERS, REWRITINGS } from "@/lib/config/knowledge-retrieval";
import { keptText } from "@/lib/text/line";
import { foldText, termsOf } from "@/lib/text/terms";
import { MEASURES } from "./recall-figures";
import { RECALL_FOUND_MAX } from "./recall-limits";

/** Share of the terms of expected words that a slice must hold: it may have been cut elsewhere since. */
const WORDS_HELD = 0.8;

/** A file of the base, or words of it, that a search should find. */
export const expectedPlace = z.strictObject({ fileId: z.uuid(), words: keptText.optional() });
export type ExpectedPlace = z.infer<typeof expectedPlace>;

/** `selected` and `beside` are handed to a model; `missed`: not even found; `gone`: not the person's to find any more. */
export const PLACE_STATES = ["selected", "beside", "cut", "missed", "gone"] as const;

const placeResult = z.strictObject({
  ...expectedPlace.shape,
  state: z.enum(PLACE_STATES),
  /** Of the selected slice that is it, or that it goes along with. */
  rank: z.int().nullable(),
  /** What left it out. */
  cut: z.enum(CUTS).nullable(),
});
export type PlaceResult = z.infer<typeof placeResult>;

const foundSlice = z.strictObject({
  sliceId: z.uuid(),
  score: z.number(),
  cut: z.enum(CUTS).nullable(),
  /** The selected slice it goes along with. */
  neighbourOf: z.uuid().nullable(),
});

const scores = z.strictObject(
  Object.fromEntries(MEASURES.map((name) => [name, z.number()])) as Record<(typeof MEASURES)[number], z.ZodNumber>,
);

/** What became of one question by one setting. It holds no words of slices: those are read by whoever looks at it. */
export const recallResult = z.strictObject({
  places: z.array(placeResult),
  /** Null: none of its places can be found any more, so it is not counted. */
  scores: scores.nullable(),
  queries: z.array(keptText),
  rewriting: z.enum(REWRITINGS),
  failed: z.array(z.enum(HELPERS)),
  found: z.array(foundSlice).max(RECALL_FOUND_MAX),
});
export type RecallResult = z.infer<typeof recallResult>;
export const scoresSchema = scores;

const spaced = (text: string) => foldText(text).replace(/\s+/g, " ").trim();

/** Whether a text holds some words: as they stand but for case, width and spaces, or at least 80 % of their terms. */
export function holdsWords(text: string, words: string): boolean {
  if (spaced(text).includes(spaced(words))) return true;
  const wanted = new Set(termsOf(words));
  if (wanted.size === 0) return false;
  const has = new Set(termsOf(text));
  const held = [...wanted].filter((term) => has.has(term)).length;
  return held / wanted.size >= WORDS_HELD;
}

/** A slice as a place is looked for in it. */
interface Seen {
  fileId: string;
  text: string;
}

export interface Looked {
  /** Those that were selected, best first, each with those that go along with it. */
  kept: readonly (Seen & { beside: readonly Seen[] })[];
  /** Those that were left out, the one that got furthest first. */
  left: readonly (Seen & { cut: PlaceResult["cut"] })[];
}

/** Where a search found each expected place, or what left it out. Files the person does not reach count as gone. */
export function placesIn(
  expected: readonly ExpectedPlace[],
  { kept, left }: Looked,
  reachable: ReadonlySet<string>,
): PlaceResult[] {
  return expected.map((place) => {
    const is = ({ fileId, text }: Seen) => fileId === place.fileId && (!place.words || holdsWords(text, place.words));
    if (!reachable.has(place.fileId)) return { ...place, state: "gone", rank: null, cut: null };
    const at = kept.findIndex((one) => is(one) || one.beside.some(is));
    if (at >= 0) return { ...place, state: is(kept[at]!) ? "selected" : "beside", rank: at + 1, cut: null };
    const cut = left.find(is)?.cut ?? null;
    return { ...place, state: cut ? "cut" : "missed", rank: null, cut };
  });
}
