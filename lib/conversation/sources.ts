import "server-only";
import type { Citation } from "@/lib/citations/dto";
import { type Citable, type Cited, Grounding } from "@/lib/grounding/grounding";
import { type GroundedMaterial, noMaterial } from "@/lib/grounding/material";
import type { PromptPassage } from "@/lib/grounding/passages";
import { unbackedSentences } from "@/lib/grounding/uncited";
import type { GroundednessData, MessagePart } from "@/lib/stream/parts";

/** What turns a model's words into what is shown: its numbers become citations. */
export interface AnswerSources {
  push(delta: string): string;
  end(): string;
  /** Of an answer that is taken up again. */
  kept: readonly Citation[];
  /** Versions whose words the model was given so far. */
  versionIds(): readonly string[];
  /** Passages a tool found, by the numbers the model cites them by from here on; null where answers cite nothing more. */
  take(material: GroundedMaterial): PromptPassage[] | null;
  /** `mayRead` is asked of each version before words of it are cited. */
  listen(onCitation: (citation: Citation) => void, mayRead: (versionId: string) => Promise<boolean>): void;
  /** All citations, once the words of each were looked up. */
  settled(): Promise<Citation[]>;
  /** Sentences without a citation are looked at as well. */
  looksAtUncited: boolean;
  /** Which sentences their words bear out; undefined where there are none to look at. Comes after `settled`. */
  support(signal: AbortSignal): Promise<GroundednessData | undefined>;
}

type CitationPart = Extract<MessagePart, { type: "citation" }>;

interface Sourced {
  /** Parts of an answer that goes on. */
  earlier?: readonly MessagePart[];
  /** Its tools may find passages. */
  takesMore?: boolean;
  /** Sentences without a citation are compared with what the model was given (spec C3). */
  looksAtUncited?: boolean;
}

/**
 * Marks in an answer's words, citations and their support beside them. An answer that goes on keeps what it cited before.
 * Null where nothing is, was or may be cited.
 */
export function citedSources(
  material: Citable | null,
  judge: (cited: readonly Cited[], signal: AbortSignal) => Promise<GroundednessData>,
  { earlier = [], takesMore = false, looksAtUncited = false }: Sourced = {},
): AnswerSources | null {
  const parts = earlier.filter((part): part is CitationPart => part.type === "citation");
  const kept = parts.map(({ citation }) => citation);
  const former = earlier.find((part) => part.type === "support")?.support;
  if (!material && kept.length === 0 && !takesMore) return null;
  let listener: Partial<Pick<Grounding, "onCitation" | "mayRead">> = {};
  // Until there is something to cite, a number in brackets is a number in brackets.
  let grounding = material && begun(material, kept);
  let said = "";
  const take = (words: string) => {
    if (looksAtUncited) said += words;
    return words;
  };
  return {
    kept,
    looksAtUncited,
    versionIds: () => grounding?.versionIds ?? [],
    take: (more) => {
      if (!takesMore) return null;
      grounding ??= Object.assign(begun(noMaterial(), kept), listener);
      const shift = grounding.add(more);
      return more.prompt.map((passage) => ({ ...passage, n: passage.n + shift }));
    },
    listen: (onCitation, mayRead) => {
      listener = { onCitation, mayRead };
      if (grounding) Object.assign(grounding, listener);
    },
    push: (delta) => take(grounding ? grounding.push(delta) : delta),
    end: () => take(grounding?.end() ?? ""),
    settled: async () => [...kept, ...((await grounding?.settled()) ?? [])],
    support: async (signal) => {
      const cited = grounding?.cited ?? [];
      const judged = cited.length > 0 ? await judge(cited, signal) : undefined;
      const uncited = await unbackedSentences(said, grounding?.given ?? []);
      return joined(former, uncited.length > 0 ? { ...(judged ?? NOTHING_CITED), uncited } : judged);
    },
  };
}

const NOTHING_CITED: GroundednessData = { cited: 0, supported: 0, unsupported: [], judgedBy: "words" };

function begun(material: Citable, kept: readonly Citation[]): Grounding {
  const grounding = new Grounding(material);
  grounding.goOnAfter(kept);
  return grounding;
}

/** Sources of words that are known before they are said. */
export function keptSources(kept: readonly Citation[]): AnswerSources | null {
  if (kept.length === 0) return null;
  return {
    kept,
    looksAtUncited: false,
    versionIds: () => [...new Set(kept.map(({ versionId }) => versionId))],
    take: () => null,
    listen: () => undefined,
    push: (delta) => delta,
    end: () => "",
    settled: async () => [...kept],
    support: async () => undefined,
  };
}

function joined(
  former: GroundednessData | undefined,
  more: GroundednessData | undefined,
): GroundednessData | undefined {
  if (!former || !more) return more ?? former;
  return {
    cited: former.cited + more.cited,
    supported: former.supported + more.supported,
    unsupported: [...former.unsupported, ...more.unsupported],
    unchecked: [...(former.unchecked ?? []), ...(more.unchecked ?? [])],
    doubts: [...(former.doubts ?? []), ...(more.doubts ?? [])],
    uncited: [...(former.uncited ?? []), ...(more.uncited ?? [])],
    judgedBy: more.judgedBy,
  };
}
