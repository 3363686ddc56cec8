import "server-only";
import { db } from "@/db/client";
import { listSlicesOfSet, measureSets } from "@/db/queries/retrieval/retrieval";
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
  /** Its words are not those of the version: it is cited at its place as a whole. */
  isEdited?: true;
  /** Name of the version's picture its words describe. */
  picture?: string;
}

export interface GatheredContext {
  passages: Passage[];
  /** Versions that are there from the first to the last word. */
  wholeVersionIds: string[];
  tokens: number;
}

interface GatherInput {
  /** Which app's use the search is. */
  app: string;
  sets: readonly ContextSource[];
  query: string;
  budgetTokens: number;
}

type Slice = Awaited<ReturnType<typeof listSlicesOfSet>>[number];

/** What a passage costs besides its words: its number, name and headings. */
const FRAME_TOKENS = 24;
/** Hits looked at for a document that does not fit. */
const HITS_MAX = 60;
/** Hits that are read on around, where there is room. */
const READ_ON = 5;

/**
 * What the model is given to read, within a budget: short documents whole, of long ones the slices that answer the question
 * and the beginning. Documents share the budget evenly, what a short one leaves goes to the others. The order is that of the
 * documents, and inside one that of its text, so the same question gives the same passages. The caller has checked the right
 * to read every set.
 */
export async function gatherContext(
  viewer: Actor,
  { app, sets, query, budgetTokens }: GatherInput,
): Promise<GatheredContext> {
  if (sets.length === 0) return { passages: [], wholeVersionIds: [], tokens: 0 };
  const setIds = sets.map(({ setId }) => setId);
  const sizes = await measureSets(db(), setIds);
  const needs = sets.map(({ setId }) => needOf(sizes.get(setId) ?? { slices: 0, tokens: 0 }));
  const shares = shareOut(needs, budgetTokens);
  const count = await tokenCounter();
  const passages: Passage[] = [];
  const wholeVersionIds: string[] = [];
  for (const [index, source] of sets.entries()) {
    const isWhole = needs[index]! <= shares[index]!;
    const chosen = isWhole
      ? await listSlicesOfSet(db(), source.setId)
      : await choose(viewer, {
          app,
          source,
          query,
          budget: shares[index]!,
          slices: sizes.get(source.setId)?.slices ?? 0,
        });
    if (isWhole) wholeVersionIds.push(source.versionId);
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
function shareOut(needs: readonly number[], budget: number): number[] {
  const shares = needs.map(() => 0);
  let left = budget;
  const byNeed = needs.map((need, index) => ({ need, index })).sort((a, b) => a.need - b.need);
  for (const [order, { need, index }] of byNeed.entries()) {
    const share = Math.min(need, Math.floor(left / (needs.length - order)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

const costOf = ({ tokens }: { tokens: number }) => tokens + FRAME_TOKENS;
const needOf = (size: { slices: number; tokens: number }) => size.tokens + size.slices * FRAME_TOKENS;

interface Choice {
  app: string;
  source: ContextSource;
  query: string;
  budget: number;
  /** How many the document has. */
  slices: number;
}

/** The best slices within a budget, in the order of the text; the beginning says what the document is. */
async function choose(viewer: Actor, { app, source, query, budget, slices }: Choice): Promise<Slice[]> {
  const { hits } = await search(viewer, { app, setIds: [source.setId], query, topK: HITS_MAX, mode: "union" });
  const found = hits.map(({ ordinal }) => ordinal);
  // After the hits it reads on around the best ones; without any it looks in evenly.
  const around = found.slice(0, READ_ON).flatMap((ordinal) => [ordinal + 1, ordinal - 1]);
  const wanted = found.length > 0 ? [found[0]!, 0, ...found.slice(1), ...around] : spread(slices);
  const byOrdinal = new Map(
    (await listSlicesOfSet(db(), source.setId, [...new Set(wanted)])).map((slice) => [slice.ordinal, slice]),
  );
  const chosen = new Map<number, Slice>();
  let left = budget;
  for (const ordinal of wanted) {
    const slice = byOrdinal.get(ordinal);
    if (!slice || chosen.has(ordinal) || costOf(slice) > left) continue;
    chosen.set(ordinal, slice);
    left -= costOf(slice);
  }
  return [...chosen.values()].sort((a, b) => a.ordinal - b.ordinal);
}

/** Numbers below `count`, each step halving the gaps between those before. */
function spread(count: number): number[] {
  const numbers: number[] = [];
  for (let step = count; step >= 1 && numbers.length < HITS_MAX; step = Math.floor(step / 2))
    for (let at = 0; at < count; at += step) numbers.push(at);
  return numbers.slice(0, HITS_MAX);
}

export type Stretched = Pick<Slice, "from" | "to" | "part" | "partTo" | "heading" | "text"> & {
  isEdited?: boolean;
  picture?: string | null;
};

/** Slices of one set in the order of its text as passages; where one repeats the end of the one before it, it begins behind that. */
export function stretches(
  slices: readonly Stretched[],
): Pick<Passage, "from" | "to" | "part" | "partTo" | "heading" | "text" | "isEdited" | "picture">[] {
  let end = -1;
  return slices.flatMap((slice) => {
    const from = slice.isEdited ? slice.from : Math.max(slice.from, Math.min(end, slice.to));
    end = Math.max(end, slice.to);
    const text = slice.text.slice(from - slice.from);
    const lead = text.length - text.trimStart().length;
    if (lead === text.length) return [];
    const { to, part, partTo, heading, picture } = slice;
    const place = { from, to, part, partTo, heading, ...(picture && { picture }) };
    if (slice.isEdited) return [{ ...place, text: text.trim(), isEdited: true as const }];
    return [{ ...place, from: from + lead, text: text.slice(lead) }];
  });
}
