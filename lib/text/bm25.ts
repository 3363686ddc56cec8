/** How soon repetition stops to count, and how much length is held against a text; measured on both languages. */
export const K1 = 0.9;
export const B = 0.75;

/** Weight of a term that `holding` of `all` texts contain. */
export function inverseFrequency(holding: number, all: number): number {
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5));
}

/** What a term adds that occurs `count` times in a text of so many terms. */
export function saturation(count: number, length: number, meanLength: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / (meanLength || 1)));
}
