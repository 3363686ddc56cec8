import "server-only";
import { isBorneOutByAny } from "@/lib/citations/borne-out";
import type { GroundednessData } from "@/lib/stream/parts";
import type { Cited } from "./grounding";

/** A sentence of an answer with everything it is cited to. */
export interface CitedSentence {
  sentence: string;
  cited: Cited[];
  quotes: string[];
}

export function citedSentences(cited: readonly Cited[]): CitedSentence[] {
  return [...Map.groupBy(cited, ({ sentence }) => sentence)].map(([sentence, group]) => ({
    sentence,
    cited: group,
    quotes: group.map(({ citation }) => citation.quote).filter(Boolean),
  }));
}

/** Whether sentences are borne out, by their words; null: words cannot tell. */
export function judgeByWords(sentences: readonly CitedSentence[]): (boolean | null)[] {
  return sentences.map(({ sentence, quotes }) => (quotes.length === 0 ? false : isBorneOutByAny(sentence, quotes)));
}

/** Notes verdicts on the citations and sums them up. */
export function concludeGroundedness(
  sentences: readonly CitedSentence[],
  verdicts: readonly (boolean | null)[],
  judgedBy: GroundednessData["judgedBy"],
): GroundednessData {
  for (const [index, { cited }] of sentences.entries()) {
    const verdict = verdicts[index] ?? null;
    for (const { citation } of cited) citation.supported = citation.quote === "" ? false : verdict;
  }
  const citations = sentences.flatMap(({ cited }) => cited.map(({ citation }) => citation));
  return {
    cited: verdicts.filter((verdict) => verdict !== null).length,
    supported: verdicts.filter((verdict) => verdict === true).length,
    unsupported: citations
      .filter(({ supported }) => supported === false)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
    judgedBy,
  };
}
