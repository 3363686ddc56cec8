import { sentencesOf } from "@/lib/retrieval/sentences";
import { OUR_MARK, plainWords } from "./marks";

/** A sentence of an answer that no mark stands behind. */
export interface UncitedSentence {
  /** As it stands in the text. */
  written: string;
  /** Its words without those of Markdown. */
  sentence: string;
}

/** Shorter sentences lead over or agree; they state nothing that could be looked up. */
const WORDS_MIN = 5;
const HAN_MIN = 8;
const FENCE = /^\s{0,3}(```+|~~~+)/;
/** Headings, rows of tables and lines in bold alone are no sentences. */
const NO_SENTENCE = /^\s{0,3}(?:#{1,6}\s|\||\*\*[^*]+\*\*[:：]?\s*$)/;
/** What is asked, or leads over to what follows. */
const LEADS_OVER = /[?？:：]["'”’」』*_]*$/;
/** That the pages do not say something stands on none of them. */
const NOT_SAID =
  /\b(?:passages?|sources?|pages?|results?|documents?)\b.{0,40}\b(?:not|no|nothing|neither)\b|\bnot (?:found|mentioned|stated|specified|given)\b|[未没](?:有)?(?:找到|查到|提到|提及|说明|给出|提供|涉及)|无法(?:确定|得知|判断)/i;

/** Sentences of a text with marks `[^c<id>]` that state something and carry no mark (spec C3). */
export function uncitedSentences(text: string): UncitedSentence[] {
  const found: UncitedSentence[] = [];
  let fence = "";
  for (const line of text.split("\n")) {
    const opened = FENCE.exec(line)?.[1];
    if (opened && fence === "") fence = opened[0]!;
    else if (opened?.[0] === fence) fence = "";
    else if (fence === "" && !NO_SENTENCE.test(line)) found.push(...uncitedIn(line));
  }
  return found;
}

function uncitedIn(line: string): UncitedSentence[] {
  let plain = "";
  let at = 0;
  const marks: number[] = [];
  for (const { 0: mark, index } of line.matchAll(OUR_MARK)) {
    plain += line.slice(at, index);
    at = index + mark.length;
    marks.push(plain.length);
  }
  plain += line.slice(at);
  const spans = sentencesOf(plain);
  // A mark belongs to the sentence under way, or to the one just ended.
  const cited = new Set(marks.map((mark) => spans.findLastIndex(({ from }) => from < mark)));
  return spans.flatMap(({ from, to }, index) => {
    const written = plain.slice(from, to);
    const sentence = plainWords(written);
    return cited.has(index) || !isStatement(sentence) ? [] : [{ written, sentence }];
  });
}

function isStatement(sentence: string): boolean {
  if (LEADS_OVER.test(sentence) || NOT_SAID.test(sentence)) return false;
  const han = sentence.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = sentence.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return han >= HAN_MIN || words >= WORDS_MIN;
}
