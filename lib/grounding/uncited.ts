import "server-only";
import { setImmediate } from "node:timers/promises";
import { type Evidence, judgeClaim } from "@/lib/citations/borne-out";
import { uncitedSentences } from "@/lib/citations/uncited";
import { termsOf } from "@/lib/text/terms";

/** Sentences looked at; an answer of the web has far fewer. */
const SENTENCES_MAX = 80;
/** Passages a sentence is compared with: those that share most words with it. */
const COMPARED = 3;

/** Sentences of an answer that carry no mark and that none of the passages it was made of bears out (spec C3). */
export async function unbackedSentences(text: string, evidence: readonly Evidence[]): Promise<string[]> {
  const read = evidence.map((one) => ({ one, terms: new Set(termsOf(`${one.about ?? ""}\n${one.text}`)) }));
  const unbacked: string[] = [];
  for (const { written, sentence } of uncitedSentences(text).slice(0, SENTENCES_MAX)) {
    // Comparing takes some milliseconds, and others wait for their words.
    await setImmediate();
    const own = [...new Set(termsOf(sentence))];
    const nearest = read
      .map(({ one, terms }) => ({ one, shared: own.filter((term) => terms.has(term)).length }))
      .sort((a, b) => b.shared - a.shared)
      .slice(0, COMPARED)
      .map(({ one }) => one);
    if (judgeClaim(sentence, nearest).supported === false) unbacked.push(written);
  }
  return unbacked;
}
