import { hashOf } from "@/lib/text/hash";

/*
 * The words of some slices of a set as one immutable block of bytes: which slices hold a term, and how often. It is made
 * while the set is cut, stored beside it and searched as it lies, so a first search decodes nothing. All numbers are
 * little-endian:
 *
 *   format, slices, terms, terms of all slices   32 bits each
 *   ids of the slices                            16 bytes each
 *   how many terms each slice has                32 bits each
 *   hashes of the terms, ascending               32 bits each
 *   where the postings of each term end          32 bits each
 *   postings: slice × 128 + occurrences          16 bits each
 *
 * Terms are told apart by their hash: of the terms of a block no two are likely to share one.
 */

/** Raised when the layout, or what `termsOf` gives, changes: older blocks are then made anew from the slices. */
const FORMAT = 1;
const HEADER = 16;
const ID_BYTES = 16;
/** Slices of a block: as many as a posting has room for. */
export const BLOCK_SLICES = 512;
const COUNT_BASE = 128;

/** Gathers the words of up to `BLOCK_SLICES` slices. */
export class WordsBuilder {
  private readonly ids: string[] = [];
  private readonly lengths: number[] = [];
  /** Hash, slice and occurrences in one number, so that sorting numbers puts the postings in order. */
  private readonly postings: number[] = [];

  get slices(): number {
    return this.ids.length;
  }

  /** Takes over what a block holds, but for some slices. */
  static of(words: Words, except: ReadonlySet<string>): WordsBuilder {
    const builder = new WordsBuilder();
    const kept = new Map<number, number>();
    for (let slice = 0; slice < words.slices; slice++) {
      const id = words.idOf(slice);
      if (except.has(id)) continue;
      kept.set(slice, builder.ids.push(id) - 1);
      builder.lengths.push(words.lengths[slice]!);
    }
    for (const [hash, postings] of words.entries())
      for (const posting of postings) {
        const slice = kept.get(sliceOf(posting));
        if (slice !== undefined) builder.postings.push((hash * BLOCK_SLICES + slice) * COUNT_BASE + countOf(posting));
      }
    return builder;
  }

  add(id: string, counts: ReadonlyMap<string, number>, termCount: number): void {
    const slice = this.ids.push(id) - 1;
    this.lengths.push(termCount);
    for (const [term, count] of counts)
      this.postings.push((hashOf(term) * BLOCK_SLICES + slice) * COUNT_BASE + Math.min(count, COUNT_BASE - 1));
  }

  build(): Buffer {
    const slices = this.ids.length;
    const sorted = Float64Array.from(this.postings).sort();
    const list = new Uint16Array(sorted.length);
    const hashes: number[] = [];
    const ends: number[] = [];
    let last = -1;
    // A counted loop: a block has a hundred thousand postings.
    for (let at = 0; at < sorted.length; at++) {
      const posting = sorted[at]!;
      const hash = Math.floor(posting / (BLOCK_SLICES * COUNT_BASE));
      list[at] = posting - hash * (BLOCK_SLICES * COUNT_BASE);
      if (hash === last) continue;
      if (at > 0) ends.push(at);
      hashes.push(hash);
      last = hash;
    }
    if (sorted.length > 0) ends.push(sorted.length);
    const total = this.lengths.reduce((sum, length) => sum + length, 0);
    return Buffer.concat([
      bytesOf(Uint32Array.of(FORMAT, slices, hashes.length, total)),
      Buffer.from(this.ids.map((id) => id.replaceAll("-", "")).join(""), "hex"),
      bytesOf(Uint32Array.from(this.lengths)),
      bytesOf(Uint32Array.from(hashes)),
      bytesOf(Uint32Array.from(ends)),
      bytesOf(list),
    ]);
  }
}

const bytesOf = ({ buffer, byteLength }: Uint16Array | Uint32Array) => Buffer.from(buffer, 0, byteLength);

/** A block of words, read where it lies. */
export class Words {
  readonly bytes: number;
  readonly slices: number;
  /** Terms of all its slices. */
  readonly total: number;
  /** Terms of each slice. */
  readonly lengths: Uint32Array;
  private readonly ids: Buffer;
  private readonly hashes: Uint32Array;
  private readonly ends: Uint32Array;
  /** The postings of all terms. */
  readonly list: Uint16Array;

  /** Null for a block of another format. */
  static read(block: Buffer): Words | null {
    return block.length >= HEADER && block.readUInt32LE(0) === FORMAT ? new Words(block) : null;
  }

  private constructor(block: Buffer) {
    // Numbers can only be looked at in place where they stand at a multiple of their size.
    const { buffer, byteOffset: start } =
      block.byteOffset % 4 === 0 ? block : Buffer.from(Uint8Array.from(block).buffer);
    const [, slices, terms, total] = new Uint32Array(buffer, start, 4) as unknown as [number, number, number, number];
    let at = start + HEADER;
    const numbers = (count: number) => {
      const array = new Uint32Array(buffer, at, count);
      at += array.byteLength;
      return array;
    };
    this.bytes = block.length;
    this.slices = slices;
    this.total = total;
    this.ids = Buffer.from(buffer, at, slices * ID_BYTES);
    at += slices * ID_BYTES;
    this.lengths = numbers(slices);
    this.hashes = numbers(terms);
    this.ends = numbers(terms);
    this.list = new Uint16Array(buffer, at, this.ends.at(-1) ?? 0);
  }

  /** Slices that hold a term, as `sliceOf` and `countOf` read them. */
  postings(hash: number): Uint16Array {
    const place = this.placeOf(hash);
    return place < 0 ? NONE : this.list.subarray(this.beginOf(place), this.endOf(place));
  }

  /** Where a term stands among those of the block; -1 where it has none. */
  placeOf(hash: number): number {
    const { hashes } = this;
    let low = 0;
    let high = hashes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (hashes[middle]! < hash) low = middle + 1;
      else high = middle;
    }
    return hashes[low] === hash ? low : -1;
  }

  /** Where the postings of the term at a place begin in `list`, and where they end. */
  beginOf(place: number): number {
    return place === 0 ? 0 : this.ends[place - 1]!;
  }

  endOf(place: number): number {
    return this.ends[place]!;
  }

  /** Every term's hash with its postings. */
  *entries(): Generator<[hash: number, postings: Uint16Array]> {
    for (const [at, hash] of this.hashes.entries()) yield [hash, this.list.subarray(this.beginOf(at), this.endOf(at))];
  }

  has(ids: ReadonlySet<string>): boolean {
    for (let slice = 0; slice < this.slices; slice++) if (ids.has(this.idOf(slice))) return true;
    return false;
  }

  idOf(slice: number): string {
    const hex = this.ids.toString("hex", slice * ID_BYTES, (slice + 1) * ID_BYTES);
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }
}

const NONE = new Uint16Array(0);

export const sliceOf = (posting: number) => Math.floor(posting / COUNT_BASE);
export const countOf = (posting: number) => posting % COUNT_BASE;
