import "server-only";
import { db } from "@/db/client";
import { listSlicesOfSet } from "@/db/queries/retrieval";
import type { Actor } from "@/lib/auth/actor";
import { search } from "./search";
import { tokenCounter } from "./tokens";

export interface ContextSource {
  setId: string;
  versionId: string;
  documentId?: string;
  /** Name of the file, as the model is told. */
  name: string;
  /** Of the whole document. */
  tokens: number;
}

export interface Passage {
  /** From 1: the number the model cites it by. */
  n: number;
  versionId: string;
  documentId?: string;
  name: string;
  from: number;
  to: number;
  part: number;
  partTo: number;
  heading: string;
  text: string;
  tokens: number;
}

export interface GatheredContext {
  passages: Passage[];
  /** Versions that are there from the first to the last word. */
  wholeVersionIds: string[];
  tokens: number;
}

interface GatherInput {
  sets: readonly ContextSource[];
  query: string;
  budgetTokens: number;
}

type Slice = Awaited<ReturnType<typeof listSlicesOfSet>>[number];

/** What a passage costs besides its words: its number, name and headings. */
const FRAME_TOKENS = 24;
/** Hits looked at for a document that does not fit. */
const HITS_MAX = 60;

/**
 * What the model is given to read, within a budget: short documents whole, of long ones the slices that answer the question
 * and the beginning. Documents share the budget evenly, what a short one leaves goes to the others. The order is that of the
 * documents, and inside one that of its text, so the same question gives the same passages. The caller has checked the right
 * to read every set.
 */
export async function gatherContext(
  viewer: Actor,
  { sets, query, budgetTokens }: GatherInput,
): Promise<GatheredContext> {
  const shares = shareOut(sets, budgetTokens);
  const count = await tokenCounter();
  const passages: Passage[] = [];
  const wholeVersionIds: string[] = [];
  for (const [index, source] of sets.entries()) {
    const share = shares[index]!;
    const slices = await listSlicesOfSet(db(), source.setId);
    const chosen =
      fitting(slices, share.tokens) ?? (await choose(viewer, { source, slices, query, budget: share.tokens }));
    if (chosen.length === slices.length) wholeVersionIds.push(source.versionId);
    for (const stretch of stretches(chosen)) {
      const { versionId, documentId, name } = source;
      const tokens = count(stretch.text);
      passages.push({ n: passages.length + 1, versionId, documentId, name, ...stretch, tokens });
    }
  }
  const tokens = passages.reduce((sum, passage) => sum + passage.tokens + FRAME_TOKENS, 0);
  return { passages, wholeVersionIds, tokens };
}

/** An even share each; what short documents leave is shared by the longer ones. */
function shareOut(sets: readonly ContextSource[], budget: number): { tokens: number }[] {
  const shares = sets.map(() => ({ tokens: 0 }));
  let left = budget;
  const byLength = sets.map((set, index) => ({ index, need: needOf(set.tokens) })).sort((a, b) => a.need - b.need);
  for (const [order, { index, need }] of byLength.entries()) {
    const share = Math.floor(left / (sets.length - order));
    shares[index]!.tokens = Math.min(share, need);
    left -= shares[index]!.tokens;
  }
  return shares;
}

/** With room for overlaps and the frames of passages. */
const needOf = (tokens: number) => Math.ceil(tokens * 1.3) + 4 * FRAME_TOKENS;

const costOf = (slice: Slice) => slice.tokens + FRAME_TOKENS;

/** All slices when they fit. */
function fitting(slices: Slice[], budget: number): Slice[] | null {
  return slices.reduce((sum, slice) => sum + costOf(slice), 0) <= budget ? slices : null;
}

interface Choice {
  source: ContextSource;
  slices: Slice[];
  query: string;
  budget: number;
}

/** The best slices within a budget, in the order of the text; the beginning says what the document is. */
async function choose(viewer: Actor, { source, slices, query, budget }: Choice): Promise<Slice[]> {
  const { hits } = await search(viewer, { setIds: [source.setId], query, topK: HITS_MAX, mode: "union" });
  const byOrdinal = new Map(slices.map((slice) => [slice.ordinal, slice]));
  const chosen = new Map<number, Slice>();
  let left = budget;
  const take = (ordinal: number) => {
    const slice = byOrdinal.get(ordinal);
    if (!slice || chosen.has(ordinal) || costOf(slice) > left) return;
    chosen.set(ordinal, slice);
    left -= costOf(slice);
  };
  const wanted = hits.map(({ ordinal }) => ordinal);
  if (wanted[0] !== undefined) take(wanted[0]);
  take(0);
  for (const ordinal of wanted) take(ordinal);
  // What is left reads on around the best hits, then spreads over the document.
  for (const ordinal of wanted.slice(0, 5)) {
    take(ordinal + 1);
    take(ordinal - 1);
  }
  if (wanted.length === 0) for (const ordinal of spread(slices.length)) take(ordinal);
  return [...chosen.values()].sort((a, b) => a.ordinal - b.ordinal);
}

/** Numbers below `count`, each step halving the gaps between those before. */
function* spread(count: number): Generator<number> {
  for (let step = count; step >= 1; step = Math.floor(step / 2)) for (let at = 0; at < count; at += step) yield at;
}

/** Slices as passages; where one repeats the end of the one before it, it begins behind that. */
function stretches(slices: Slice[]): Pick<Passage, "from" | "to" | "part" | "partTo" | "heading" | "text">[] {
  let end = -1;
  return slices.flatMap((slice) => {
    const from = Math.max(slice.from, Math.min(end, slice.to));
    end = Math.max(end, slice.to);
    const text = slice.text.slice(from - slice.from);
    const lead = text.length - text.trimStart().length;
    if (lead === text.length) return [];
    const { to, part, partTo, heading } = slice;
    return [{ from: from + lead, to, part, partTo, heading, text: text.slice(lead) }];
  });
}
