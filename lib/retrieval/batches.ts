/** Items in their order, in lists of at most `most` by size; one that is larger goes alone. */
export function* batchesOf<T>(items: Iterable<T>, sizeOf: (item: T) => number, most: number): Generator<T[]> {
  let [batch, size]: [T[], number] = [[], 0];
  for (const item of items) {
    if (batch.length > 0 && size + sizeOf(item) > most) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(item);
    size += sizeOf(item);
  }
  if (batch.length > 0) yield batch;
}
