/** Figures written in Chinese that stand for a telephone number or an amount. */
const CHINESE_FIGURES = /[〇零一二三四五六七八九]{4,}/;
const LEAST_LETTERS = 4;

/**
 * Whether words of one person may be offered to everybody (spec H6): no figures, which date, number or price something, and
 * nothing that reaches a person. Names of people are looked up besides.
 */
export function isFitForAll(words: string): boolean {
  if (/\p{Nd}/u.test(words) || CHINESE_FIGURES.test(words)) return false;
  if (/[@＠]/.test(words) || /https?:|www\./i.test(words)) return false;
  return (words.match(/\p{L}/gu)?.length ?? 0) >= LEAST_LETTERS;
}
