/** Tokens of an encoding by their ranks: a text, or its bytes where they are none. */
type Tokens = readonly (string | readonly number[] | undefined)[];

/** Of what is no token. */
const NONE = 0x7fffffff;
/** Counts of pieces met before are kept; what is longer is hardly met again. */
const KEPT_LENGTH = 24;
const KEPT = 20_000;

/** Bytes of a text as a string of as many characters; of ASCII it is the text. */
const bytesOf = (text: string) => (/^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text, "utf8").toString("latin1"));

const pairKey = (bytes: string, at: number) => (bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1);

/** Bits of the filter: of what is no token one in twenty is looked up. */
const FILTER_BITS = 22;

function filterPlace(bytes: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & ((1 << FILTER_BITS) - 1);
}

/** Ranks by bytes. Most of what is asked for is no token: a filter says so without a string being made of it. */
class Ranks {
  private readonly pairs = new Int32Array(65_536).fill(NONE);
  private readonly whole = new Map<string, number>();
  private longest = 0;
  private readonly filter = new Uint8Array(1 << (FILTER_BITS - 3));

  constructor(tokens: Tokens) {
    tokens.forEach((token, rank) => {
      if (token === undefined) return;
      const bytes = typeof token === "string" ? bytesOf(token) : String.fromCharCode(...token);
      this.whole.set(bytes, rank);
      this.longest = Math.max(this.longest, bytes.length);
      if (bytes.length === 2) this.pairs[pairKey(bytes, 0)] = rank;
      const place = filterPlace(bytes, 0, bytes.length);
      this.filter[place >> 3]! |= 1 << (place & 7);
    });
  }

  of(bytes: string, from: number, to: number): number {
    if (to - from === 2) return this.pairs[pairKey(bytes, from)]!;
    if (to - from > this.longest) return NONE;
    const place = filterPlace(bytes, from, to);
    if (!(this.filter[place >> 3]! & (1 << (place & 7)))) return NONE;
    return this.whole.get(bytes.slice(from, to)) ?? NONE;
  }
}

/**
 * Counts the tokens of texts, as the encoding of these tokens parts them. A library that encodes makes a text of every two bytes
 * it looks at, and searches lists for those that are none: of Chinese, whose clauses are one piece each, that took longer than all
 * else a file is cut by.
 */
export function pairCounter(tokens: Tokens, pieces: RegExp): (text: string) => number {
  const ranks = new Ranks(tokens);
  const known = new Map<string, number>();
  const countPiece = (piece: string) => {
    const bytes = bytesOf(piece);
    if (ranks.of(bytes, 0, bytes.length) !== NONE) return 1;
    const before = known.get(bytes);
    if (before !== undefined) return before;
    const count = countMerged(bytes, ranks);
    if (bytes.length > KEPT_LENGTH) return count;
    if (known.size === KEPT) known.clear();
    known.set(bytes, count);
    return count;
  };
  return (text) => {
    let count = 0;
    for (const piece of text.match(pieces) ?? []) count += countPiece(piece);
    return count;
  };
}

/** What `countMerged` works in, by where a token begins: made once, which took as long as counting a word. */
let [next, before, together] = [new Int32Array(0), new Int32Array(0), new Int32Array(0)];

/** How many tokens are left when, time after time, the two neighbours whose bytes together have the lowest rank become one. */
function countMerged(bytes: string, ranks: Ranks): number {
  const { length } = bytes;
  // Where the next token and the one before begin, and the rank of it and the next together.
  if (next.length <= length)
    [next, before, together] = [new Int32Array(2 * length), new Int32Array(2 * length), new Int32Array(2 * length)];
  for (let at = 0; at < length; at++) {
    next[at] = at + 1;
    before[at + 1] = at;
    together[at] = at + 1 < length ? ranks.of(bytes, at, at + 2) : NONE;
  }
  const rankAt = (at: number) => (next[at]! < length ? ranks.of(bytes, at, next[next[at]!]!) : NONE);
  for (let count = length; ; count--) {
    let [lowest, place] = [NONE, -1];
    for (let at = 0; at < length; at = next[at]!) {
      if (together[at]! < lowest) {
        lowest = together[at]!;
        place = at;
      }
    }
    if (place < 0) return count;
    next[place] = next[next[place]!]!;
    before[next[place]!] = place;
    together[place] = rankAt(place);
    if (place > 0) together[before[place]!] = rankAt(before[place]!);
  }
}
