import { type Span, sentencesOf } from "@/lib/retrieval/sentences";
import { OUR_MARK, plainWords } from "./marks";

/** A sentence of an answer that no mark stands behind, or the clause of its own behind a sentence's last mark. */
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

/** What a clause of its own is joined on by. */
const JOINS = [
  /^\s*[;；]\s*(?:(?:and|but|while|whereas|yet|so|however,)\s+)?/i,
  /^\s*,\s*(?:and|but|while|whereas|yet|so)\s+/i,
  /^\s*[，,]\s*(?:而且|并且|但是|然而|不过|同时|此外|另外|因此|所以|但|而)[，,]?/,
];
const HAN = /\p{Script=Han}/u;
/** Words of English that make a clause of what would else be a list of things; those that are not here are missed. */
const FINITE =
  /\b(?:is|are|was|were|has|have|had|does|did|will|would|can|could|may|might|must|shall|should|cannot|rose|fell|grew|began|became|came|went|took|made|gave|paid|cost|costs|pays|takes|makes|gives|needs|requires|applies|includes|remains|means|depends|begins|ends|starts|comes|becomes|\p{L}{2,}ed)\b/iu;

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
  const lastMarks = new Map(marks.map((mark) => [spans.findLastIndex(({ from }) => from < mark), mark]));
  return spans.flatMap(({ from, to }, index) => {
    const mark = lastMarks.get(index);
    const written = mark === undefined ? plain.slice(from, to) : clauseBehind(plain, { from, to }, mark);
    const sentence = plainWords(written);
    return isStatement(sentence) ? [{ written, sentence }] : [];
  });
}

/**
 * What stands behind the last mark of a sentence where it is a clause of its own: joined on by a semicolon, or by a comma and
 * a word that joins, with words before the mark that state something themselves. Empty for all else, such as the rest of what
 * the mark stands in the middle of: what cannot be told apart is left alone.
 */
function clauseBehind(plain: string, { from, to }: Span, mark: number): string {
  const behind = plain.slice(mark, to);
  const join = JOINS.map((way) => way.exec(behind)?.[0] ?? "").find(Boolean);
  if (!join || !isStatement(plainWords(plain.slice(from, mark)))) return "";
  const clause = behind.slice(join.length);
  return HAN.test(clause) || FINITE.test(clause) ? clause : "";
}

function isStatement(sentence: string): boolean {
  if (LEADS_OVER.test(sentence) || NOT_SAID.test(sentence)) return false;
  const han = sentence.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = sentence.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return han >= HAN_MIN || words >= WORDS_MIN;
}
