/** Of a vector, numbers that are shown. */
const SHOWN = 8;

const length = (vector: readonly number[]) => Math.hypot(...vector);

/** A vector's length and its first numbers. */
export function measured(vector: readonly number[]): { norm: number; first: number[] } {
  return { norm: length(vector), first: vector.slice(0, SHOWN) };
}

/** Cosine of two vectors: 1 for the same direction. 0 where one has no length. */
export function similarity(a: readonly number[], b: readonly number[]): number {
  const product = length(a) * length(b);
  if (product === 0 || a.length !== b.length) return 0;
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0) / product;
}
