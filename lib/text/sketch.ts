/*
 * How much of two texts is the same, without comparing them: the smallest hashes of all runs of a few words stand for the text.
 * Of two such sketches the share that both have among the smallest of both is the likeness of the texts (Jaccard). It is exact
 * for texts of up to `SKETCH_MAX` runs, and within about two hundredths of it for longer ones.
 */

/** Hashes kept of a text. */
export const SKETCH_MAX = 1024;
/** The smallest of them, by which an index finds texts that may be alike: two near copies share one all but certainly. */
export const LEADS = 16;
/** Words of a run, or characters where a script has no spaces: shorter ones are shared by texts of one subject. */
const RUN = 5;
/** Hashes gathered before all but the smallest are dropped. */
const GATHERED = 8 * SKETCH_MAX;

/** Of a character: nothing, part of a word, or a word by itself, in scripts without spaces. */
const [BETWEEN, INSIDE, ALONE] = [1, 2, 3] as const;
const IS_ALONE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Surrogate}]/u;
const IS_INSIDE = /[\p{L}\p{N}\p{M}]/u;
/** Looked up once a character: a text has many of few. */
const kinds = new Uint8Array(0x10000);

function kindOf(unit: number): number {
  const known = kinds[unit]!;
  if (known !== 0) return known;
  const character = String.fromCharCode(unit);
  const kind = IS_ALONE.test(character) ? ALONE : IS_INSIDE.test(character) ? INSIDE : BETWEEN;
  kinds[unit] = kind;
  return kind;
}

const FNV = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Takes in a text piece by piece, so that one of any length costs the same memory. */
export class Sketcher {
  private gathered: number[] = [];
  private greatest = 0xffffffff;
  /** Of the last words. */
  private readonly last: number[] = [];

  add(text: string): void {
    const folded = text.normalize("NFKC").toLowerCase();
    let word = FNV;
    let isInWord = false;
    for (let at = 0; at < folded.length; at++) {
      const unit = folded.charCodeAt(at);
      const kind = kindOf(unit);
      if (kind === INSIDE) {
        word = Math.imul(word ^ unit, FNV_PRIME);
        isInWord = true;
        continue;
      }
      if (isInWord) this.addWord(word);
      word = FNV;
      isInWord = false;
      if (kind === ALONE) this.addWord(Math.imul(FNV ^ unit, FNV_PRIME));
    }
    if (isInWord) this.addWord(word);
  }

  private addWord(word: number): void {
    this.last.push(mix(word));
    if (this.last.length < RUN) return;
    let hash = 0;
    for (const one of this.last) hash = mix(hash ^ one);
    this.last.shift();
    if (hash >>> 0 > this.greatest) return;
    this.gathered.push(hash >>> 0);
    if (this.gathered.length >= GATHERED) this.drop();
  }

  /** In ascending order; empty for a text of fewer words than a run. */
  sketch(): Uint32Array {
    this.drop();
    return Uint32Array.from(this.gathered);
  }

  private drop(): void {
    this.gathered = [...new Set(this.gathered)].sort((a, b) => a - b).slice(0, SKETCH_MAX);
    if (this.gathered.length === SKETCH_MAX) this.greatest = this.gathered.at(-1)!;
  }
}

function mix(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b);
  return twice ^ (twice >>> 16);
}

/** From 0 to 1: what two texts have in common of all they say. */
export function likeness(a: Uint32Array, b: Uint32Array): number {
  if (a.length === 0 || b.length === 0) return 0;
  const all = a.length < SKETCH_MAX && b.length < SKETCH_MAX ? Number.POSITIVE_INFINITY : SKETCH_MAX;
  let [i, j, seen, shared] = [0, 0, 0, 0];
  while (seen < all && (i < a.length || j < b.length)) {
    const [x, y] = [a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY];
    if (x === y) shared += 1;
    if (x <= y) i += 1;
    if (y <= x) j += 1;
    seen += 1;
  }
  return shared / seen;
}
