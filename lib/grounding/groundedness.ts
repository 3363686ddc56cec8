import "server-only";
import { type Evidence, judgeClaim, type Verdict } from "@/lib/citations/borne-out";
import type { Citation } from "@/lib/citations/dto";
import type { GroundednessData } from "@/lib/stream/parts";
import type { Cited } from "./grounding";

/** A sentence of an answer with everything it is cited to. */
export interface CitedSentence {
  sentence: string;
  cited: Cited[];
  quotes: string[];
  evidence: Evidence[];
}

export function citedSentences(cited: readonly Cited[]): CitedSentence[] {
  return [...Map.groupBy(cited, ({ sentence }) => sentence)].map(([sentence, group]) => ({
    sentence,
    cited: group,
    quotes: group.map(({ citation }) => citedWords(citation)).filter(Boolean),
    evidence: [...new Set(group.map(({ evidence }) => evidence))],
  }));
}

/** Of a picture, what a model sees in it. */
const citedWords = ({ quote, picture }: Citation) => picture?.text ?? quote;

/** Whether sentences are borne out, by their words. */
export function judgeByWords(sentences: readonly CitedSentence[]): Verdict[] {
  return sentences.map(({ sentence, evidence }) => judgeClaim(sentence, evidence));
}

/** Notes verdicts on the citations and sums them up. */
export function concludeGroundedness(
  sentences: readonly CitedSentence[],
  verdicts: readonly Verdict[],
  judgedBy: GroundednessData["judgedBy"],
): GroundednessData {
  for (const [index, { cited }] of sentences.entries()) {
    const { supported, doubts } = verdicts[index]!;
    for (const { citation } of cited) {
      // Without words that bear it out nothing is, whatever else the sentence is cited to; a translation is not judged.
      citation.supported = citedWords(citation) === "" && supported !== null ? false : supported;
      if (doubts.length > 0) citation.doubts = doubts;
    }
  }
  const citations = sentences.flatMap(({ cited }) => cited.map(({ citation }) => citation));
  const idsOf = (verdict: boolean | null) =>
    citations
      .filter(({ supported }) => supported === verdict)
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  const unchecked = idsOf(null);
  const doubts = citations.flatMap(({ id, doubts = [] }) => doubts.map((doubt) => ({ id, ...doubt })));
  return {
    cited: verdicts.filter(({ supported }) => supported !== null).length,
    supported: verdicts.filter(({ supported }) => supported === true).length,
    unsupported: idsOf(false),
    ...(unchecked.length > 0 ? { unchecked } : {}),
    ...(doubts.length > 0 ? { doubts } : {}),
    judgedBy,
  };
}
