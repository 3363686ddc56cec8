import "server-only";
import { missingFigures } from "@/lib/citations/figures";
import { says, type Word } from "@/lib/text/asked-words";
import type { QuestionWords } from "./question-words";

/** What a word counts that only asks, beside one that says what is asked about. */
const FILLER_WEIGHT = 0.1;
/** Of questions that differ in a word that says what is asked about. */
export const DIFFERING = 0.8;

const weightOf = ({ isFiller }: Word) => (isFiller ? FILLER_WEIGHT : 1);

/**
 * Whether two questions may ask for the same thing, whatever else they say: the same figures, dates, names and places, both
 * denied or neither, nothing turned round, and the same kind of thing asked for.
 */
export function mayBeSame(one: QuestionWords, other: QuestionWords): boolean {
  if (one.isDenied !== other.isDenied) return false;
  if (one.asks && other.asks && one.asks !== other.asks) return false;
  if (missingFigures(one.figures, other.figures, { isLenient: true }).length > 0) return false;
  if (missingFigures(other.figures, one.figures, { isLenient: true }).length > 0) return false;
  return namesAgree(one, other) && !isTurned(one, other) && !isTurned(other, one);
}

function namesAgree(one: QuestionWords, other: QuestionWords): boolean {
  const isIn = (name: string, { folded, names }: QuestionWords) => names.includes(name) || folded.includes(name);
  if (!one.names.every((name) => isIn(name, other)) || !other.names.every((name) => isIn(name, one))) return false;
  // From one place to another is not the way back.
  const shared = one.names.filter((name) => other.names.includes(name));
  const back = other.names.filter((name) => one.names.includes(name));
  return shared.join() === back.join();
}

/** Whether the other has the opposite of a word that it does not have itself. */
function isTurned(one: QuestionWords, other: QuestionWords): boolean {
  const has = ({ folded, stems }: QuestionWords, word: string) =>
    /\p{Script=Han}/u.test(word) ? folded.includes(word) : stems.has(word);
  for (const opposite of one.opposites) {
    // A single character is a word of its own, or part of any other.
    if (/^\p{Script=Han}$/u.test(opposite) && !other.words.some(({ text }) => text === opposite)) continue;
    if (has(other, opposite) && !has(one, opposite)) return true;
  }
  return false;
}

/** Words of a question that say what it is about and that the other does not say. */
const left = (one: QuestionWords, other: QuestionWords) =>
  one.words.filter((word) => !word.isFiller && !says(other, word));

/**
 * How far two questions say the same in words, 0 to 1: the words both have, weighed against all. Two that differ in a word
 * that says what is asked about stay below what answers by words alone.
 */
export function likenessOfWords(one: QuestionWords, other: QuestionWords): number {
  const shared = (from: QuestionWords, to: QuestionWords) =>
    from.words.reduce((sum, word) => sum + (says(to, word) ? weightOf(word) : 0), 0);
  const all = (of: QuestionWords) => of.words.reduce((sum, word) => sum + weightOf(word), 0);
  const whole = all(one) + all(other);
  if (whole === 0 || !one.words.some((word) => !word.isFiller && says(other, word))) return 0;
  const likeness = (shared(one, other) + shared(other, one)) / whole;
  return left(one, other).length + left(other, one).length > 0 ? likeness * DIFFERING : likeness;
}

/** Whether all of two questions is the same but for one word of each: what is near in meaning is another thing then. */
export function isOneWordOff(one: QuestionWords, other: QuestionWords): boolean {
  const hasShared = one.words.some((word) => !word.isFiller && says(other, word));
  return hasShared && left(one, other).length === 1 && left(other, one).length === 1;
}
