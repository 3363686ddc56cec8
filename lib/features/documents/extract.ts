import { sentencesOf } from "@/lib/retrieval/sentences";
import { termsOf } from "@/lib/text/terms";

/** A sentence of a document, in place. */
export interface Extract {
  from: number;
  to: number;
  text: string;
}

interface Stretch {
  from: number;
  to: number;
  text: string;
}

/** Sentences looked at; of longer documents some all over. */
const SENTENCES_MAX = 3000;
/** Shorter ones are captions, longer ones lists without a full stop; characters. */
const LENGTH = { least: 12, leastLatin: 30, most: 400 };
/** Two chosen sentences share less than this part of their terms. */
const ALIKE = 0.5;

/** A list's bullet is no part of what it says. */
const BULLET = /^(?:[•‣⁃◦▪▫●○■□◆◇➢✓]\s*|[-–—*·]\s+)+/u;

/** Sentences of consecutive, overlapping stretches, each once. */
export function extractsOf(stretches: readonly Stretch[]): Extract[] {
  const found: Extract[] = [];
  let end = -1;
  for (const stretch of stretches) {
    for (const span of sentencesOf(stretch.text)) {
      const whole = stretch.text.slice(span.from, span.to);
      const bullet = BULLET.exec(whole)?.[0].length ?? 0;
      const from = stretch.from + span.from + bullet;
      const text = whole.slice(bullet);
      const least = /\p{Script=Han}/u.test(text) ? LENGTH.least : LENGTH.leastLatin;
      if (from < end || text.length < least || text.length > LENGTH.most || !/[.。！？!?…]["”’」』）)]*$/.test(text))
        continue;
      found.push({ from, to: from + text.length, text });
      end = from + text.length;
    }
  }
  return found;
}

/**
 * The sentences nearest to what the whole text speaks of, in the order of the text: those with the terms that occur in many
 * places of it, no two alike. Deterministic, for installations without a language model.
 */
export function centralSentences(all: readonly Extract[], most: number): Extract[] {
  const step = Math.max(1, Math.ceil(all.length / SENTENCES_MAX));
  const looked = all.filter((_, index) => index % step === 0);
  const terms = looked.map(({ text }) => new Set(termsOf(text)));
  const holding = new Map<string, number>();
  for (const set of terms) for (const term of set) holding.set(term, (holding.get(term) ?? 0) + 1);
  // A term in a single sentence says nothing about the text, one in half of them nothing about the sentence.
  const weight = (term: string) => {
    const count = holding.get(term) ?? 0;
    return count < 2 || count > looked.length / 2 ? 0 : Math.log(1 + count) * Math.log(1 + looked.length / count);
  };
  const ranked = terms
    .map((set, index) => {
      const sum = [...set].reduce((total, term) => total + weight(term), 0);
      // The beginning of a document says what it is about.
      const lead = index < looked.length * 0.1 ? 1.15 : 1;
      return { index, score: (lead * sum) / Math.sqrt(set.size + 4) };
    })
    .sort((a, b) => b.score - a.score || a.index - b.index);
  const chosen: number[] = [];
  for (const { index } of ranked) {
    if (chosen.length === most) break;
    if (!chosen.some((other) => likeness(terms[index]!, terms[other]!) > ALIKE)) chosen.push(index);
  }
  return chosen.sort((a, b) => a - b).map((index) => looked[index]!);
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared++;
  return shared / Math.max(1, Math.min(a.size, b.size));
}
