const FIGURE =
  /(\d[\d,，]*(?:\.\d+)?)\s*(%|percent\b|per cent\b|thousand\b|million\b|billion\b|trillion\b|[万萬亿億千百](?:[万萬亿億])?)?/giu;
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  百: 1e2,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  亿: 1e8,
  億: 1e8,
};
const NUMBER_WORDS: readonly (readonly [RegExp, number])[] = [
  ..."zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, value) => [new RegExp(`\\b${word}\\b`, "i"), value] as const),
  ...[..."零一二三四五六七八九十"].map((word, value) => [new RegExp(word), value] as const),
  [/两|兩/, 2],
];

/** The figures of a text as values, `1.5亿` as 150,000,000. */
export function figuresOf(text: string): number[] {
  const figures: number[] = [];
  for (const [, digits, unit = ""] of text.normalize("NFKC").matchAll(FIGURE)) {
    const scale = [...unit].every((one) => one in SCALES)
      ? [...unit].reduce((product, one) => product * SCALES[one]!, 1)
      : (SCALES[unit.toLowerCase()] ?? 1);
    figures.push(round(Number(digits!.replace(/[,，]/g, "")) * scale));
  }
  return figures;
}

/** Whether every figure of one text is in the other, there perhaps as a word. */
export function agreesInFigures(text: string, source: string): boolean {
  const held = new Set(figuresOf(source));
  const isHeld = (value: number) =>
    held.has(value) || NUMBER_WORDS.some(([word, number]) => number === value && word.test(source));
  return figuresOf(text).every(isHeld);
}

/** Products of decimals are not exact. */
const round = (value: number) => Number(value.toPrecision(12));
