// Words parted at the end of a line. A hyphen there is the printer's, and goes, or the word's own, and stays: how the
// document writes the word elsewhere decides, then what compounds are mostly made of.
import type { Line } from "./lines.ts";

const WORD = /[\p{L}\p{M}]+(?:[-‐][\p{L}\p{M}]+)*/gu;
/** The same in most lines of most languages, found several times as fast. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[A-Za-z]+(?:-[A-Za-z]+)*/g;
const BEFORE = /(?<![\p{L}\p{M}\p{N}])([\p{L}\p{M}\p{N}]+(?:[-‐][\p{L}\p{M}\p{N}]+)*)[-‐\u00ad]\s*$/u;
const AFTER = /^[\p{L}\p{M}]+(?:[-‐][\p{L}\p{M}]+)*/u;
const HYPHEN_AT_END = /[-‐\u00ad]\s*$/;
/** Scripts that part words with hyphens. */
const PARTED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** A longer word is none. */
const WORD_MAX = 80;
/** Words of one document that are kept. */
const WORDS_MAX = 100_000;

/** What follows a hyphen that stands for the second half of a compound: "short- and long-term". */
const SUSPENDED = /^(?:and|or|to|und|oder|bis|sowie|et|ou|y|o|e|en|of)$/i;
const FIRST =
  /^(?:self|well|high|low|long|short|cross|non|real|state|full|large|small|half|single|double|mid|all|ex|so|two|three|four|five|six|seven|eight|nine|ten|first|second|third)$/i;
const SECOND =
  /^(?:aware|based|bound|by|case|driven|free|friendly|known|level|like|making|oriented|party|quality|related|scale|sensitive|side|specific|term|time|wide|year)$/i;
/** Endings make no compound of what stands before them. */
const ENDING = /^(?:able|age|e[dnrs]?|en\w*|er\w*|est|ing\w*|ish|ity|i[sz]\w*|ly|ness|ship|wards?|ware|way|some)$/i;

export class Vocabulary {
  private readonly counts = new Map<string, number>();

  /** Takes the words of lines, except those that a line parts. */
  add(lines: readonly Line[]): void {
    let isParted = false;
    for (const { text } of lines) {
      const wasParted = isParted;
      isParted = HYPHEN_AT_END.test(text);
      if (this.counts.size >= WORDS_MAX || !PARTED.test(text)) continue;
      const words = text.match(ASCII.test(text) ? ASCII_WORD : WORD) ?? [];
      const whole = words.slice(wasParted ? 1 : 0, isParted ? -1 : undefined);
      for (const word of whole) {
        const form = folded(word);
        this.counts.set(form, (this.counts.get(form) ?? 0) + 1);
      }
    }
  }

  private count(word: string): number {
    return this.counts.get(folded(word)) ?? 0;
  }

  /** What two lines have between them: how many characters the first one loses at its end, and what is put in. */
  between(before: string, after: string): { lost: number; gap: string } | null {
    if (!HYPHEN_AT_END.test(before)) return null;
    const end = before.slice(-WORD_MAX);
    const left = BEFORE.exec(end);
    if (!left) return null;
    const lost = end.length - left.index - left[1]!.length;
    const kept = { lost: before.length - before.trimEnd().length, gap: "" };
    const right = AFTER.exec(after.slice(0, WORD_MAX))?.[0];
    if (!right) return /^\p{N}/u.test(after) ? kept : null;
    if (SUSPENDED.test(right)) return { ...kept, gap: " " };
    return this.isCompound(left[1]!, right) ? kept : { lost, gap: "" };
  }

  private isCompound(left: string, right: string): boolean {
    const last = left.slice(Math.max(left.lastIndexOf("-"), left.lastIndexOf("‐")) + 1);
    const [first] = right.split(/[-‐]/) as [string];
    const joined = this.count(left + right) + (last === left && first === right ? 0 : this.count(last + first));
    const compound = this.count(`${left}-${right}`);
    if (joined !== compound) return compound > joined;
    if (/\p{N}/u.test(last) || last.length < 2) return true;
    const isUpper = (text: string) => text === text.toUpperCase();
    if (/^\p{Lu}/u.test(right) && !(isUpper(last) && isUpper(first))) return true;
    // Of several hyphens the others are the word's own.
    if (last !== left || first !== right) return true;
    if (ENDING.test(right)) return false;
    if (FIRST.test(left) || (left.length >= 4 && SECOND.test(right))) return true;
    return left.length >= 3 && right.length >= 4 && this.count(left) > 0 && this.count(right) > 0;
  }
}

const folded = (word: string) => word.replaceAll("‐", "-").toLowerCase();
