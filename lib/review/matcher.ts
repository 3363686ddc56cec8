import { foldSymbol, foldWords } from "./fold";

export interface ReviewedWords {
  ruleId: string;
  keywords: readonly string[];
}

export interface ReviewMatch {
  ruleId: string;
  /** As the rule has it. */
  keyword: string;
}

/** Characters keywords are first told apart by. */
const HEAD = 2;

/**
 * Finds the words of rules in texts, literally: no keyword is a pattern, and what a place costs does not grow with their
 * number (SECURITY IN-04).
 */
export class ReviewMatcher {
  private readonly words = new Map<string, ReviewMatch>();
  /** By how a keyword begins: the lengths there are, the longest first. */
  private readonly lengths = new Map<string, number[]>();
  private readonly sorted: readonly string[];
  /** Of the longest keyword, folded characters. */
  readonly longest: number;

  constructor(rules: readonly ReviewedWords[]) {
    for (const { ruleId, keywords } of rules) {
      for (const keyword of keywords) {
        const folded = foldWords(keyword);
        if (folded !== "" && !this.words.has(folded)) this.words.set(folded, { ruleId, keyword });
      }
    }
    this.sorted = [...this.words.keys()].sort();
    for (const { length, head } of this.sorted.map((word) => ({ length: word.length, head: word.slice(0, HEAD) }))) {
      const known = this.lengths.get(head) ?? [];
      if (!known.includes(length))
        this.lengths.set(
          head,
          [...known, length].sort((a, b) => b - a),
        );
    }
    this.longest = this.sorted.reduce((most, word) => Math.max(most, word.length), 0);
  }

  get isEmpty(): boolean {
    return this.longest === 0;
  }

  /** The first match in a whole text. */
  find(text: string): ReviewMatch | null {
    const folded = foldWords(text);
    for (let at = 0; at < folded.length; at++) {
      const match = this.at(folded, at);
      if (match) return match;
    }
    return null;
  }

  /** The match that begins at a place of a folded text, the longest of several. */
  at(folded: string, place: number): ReviewMatch | null {
    for (let head = HEAD; head > 0; head--) {
      for (const length of this.lengths.get(folded.slice(place, place + head)) ?? []) {
        const match = this.words.get(folded.slice(place, place + length));
        if (match) return match;
      }
    }
    return null;
  }

  /** Whether the end of a folded text, from a place on, may become a match with what follows it. */
  mayBecome(folded: string, place: number): boolean {
    const rest = folded.slice(place);
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.sorted[middle]! <= rest) low = middle + 1;
      else high = middle;
    }
    return this.sorted[low]?.startsWith(rest) ?? false;
  }
}

/**
 * A text that comes in pieces: each piece gives what may be shown, and holds back what may still become a keyword. What was
 * shown stays looked at, so that one that begins in it is found as well.
 */
export class ReviewedStream {
  match: ReviewMatch | null = null;
  /** Folded characters that are looked at, each with where it begins in `text`. */
  private folded = "";
  private starts: number[] = [];
  /** The text they stand in, of which `shown` UTF-16 units were given out. */
  private text = "";
  private shown = 0;

  constructor(private readonly matcher: ReviewMatcher) {}

  /** What may be shown now; nothing once a keyword was found. */
  push(piece: string): string {
    if (this.match) return "";
    const looked = Math.max(0, this.folded.length - this.matcher.longest + 1);
    for (const symbol of piece) {
      const folded = foldSymbol(symbol);
      for (let unit = 0; unit < folded.length; unit++) this.starts.push(this.text.length);
      this.folded += folded;
      this.text += symbol;
    }
    for (let place = looked; place < this.folded.length; place++) {
      this.match = this.matcher.at(this.folded, place);
      if (this.match) return "";
    }
    let held = Math.max(0, this.folded.length - this.matcher.longest + 1);
    while (held < this.folded.length && !this.matcher.mayBecome(this.folded, held)) held++;
    return this.show(held < this.folded.length ? this.starts[held]! : this.text.length);
  }

  /** What was held back: nothing follows that could make a keyword of it. */
  end(): string {
    return this.match ? "" : this.show(this.text.length);
  }

  private show(to: number): string {
    const from = this.shown;
    // What was shown before is not taken back by a keyword that may begin in it.
    this.shown = Math.max(from, to);
    const piece = this.text.slice(from, this.shown);
    this.forget();
    return piece;
  }

  /** Lets go of what no keyword can begin in any more. */
  private forget(): void {
    const keep = Math.max(0, this.folded.length - this.matcher.longest);
    const from = Math.min(this.shown, this.starts[keep] ?? this.text.length);
    if (keep < 4096) return;
    this.folded = this.folded.slice(keep);
    this.starts = this.starts.slice(keep).map((start) => start - from);
    this.text = this.text.slice(from);
    this.shown -= from;
  }
}
