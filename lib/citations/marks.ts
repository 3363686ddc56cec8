import { sentencesOf } from "@/lib/retrieval/sentences";

/** A mark of the answer: `[^c<id>]` at `at` of the text that goes out. */
export interface Mark {
  /** From 1, one for each occurrence. */
  id: number;
  /** The passage the model named. */
  passage: number;
  /** The words the mark stands behind, back to the sentence's beginning; marks and formatting removed. */
  sentence: string;
}

/** Text that can go out, and the marks in it. */
export interface Rewritten {
  text: string;
  marks: Mark[];
}

/** A mark as models write it: numbers in brackets, half or full width, also with commas. */
const WHOLE = /^[[【［]\s*\^?\d{1,4}(?:\s*[,，、;；]\s*\^?\d{1,4})*\s*[\]】］]/;
/** What may still become one. */
const BEGUN = /^[[【［][\s\d,，、;；^]*$/;
const OPENERS = "[【［";
const MARK_MAX = 80;
/** What stands close behind a word: no blank is left before it where a mark was. Emphasis and quotes also open. */
const CLOSES = /^(?:$|[\n.,;:!?%)\]}’”»，。；：！？、）】》」』…])/;
const CLOSES_OR_OPENS = /^["'*_]/;
/** What a sentence is searched back in. */
const SENTENCE_WINDOW = 2000;

/**
 * Rewrites the marks of a model's answer while it streams: `[3]`, `【3】`, `[3, 5]` become `[^c1]`, `[^c2]`… one for each
 * occurrence. Numbers that name no passage are dropped, with the blanks nothing follows then. Code and links stay as they are.
 * Nothing is held back but what may still become a mark, and blanks before it, so an answer gives the same text however it is cut.
 */
export class MarkRewriter {
  private buffer = "";
  private out = "";
  /** Backticks or tildes that a code stretch began with; empty outside of code. */
  private fence = "";
  /** Whether the fence is a block's, which ends at a line of its own. */
  private isBlock = false;
  /** Blanks that go out with what follows them. Where marks were dropped: those before the first, and those after. */
  private gap = { before: "", after: "", isDropped: false };

  constructor(
    private readonly passages: ReadonlySet<number>,
    /** Of an answer that goes on: the last mark it has. */
    private lastId = 0,
  ) {}

  /** Takes more of the model's text. */
  push(delta: string): Rewritten {
    this.buffer += delta;
    return this.drain(false);
  }

  /** The rest, when the model is done. */
  end(): Rewritten {
    return this.drain(true);
  }

  private drain(isEnd: boolean): Rewritten {
    const begin = this.out.length;
    const marks: Mark[] = [];
    for (;;) {
      const used = this.step(isEnd, marks);
      if (used === 0) break;
      this.buffer = this.buffer.slice(used);
    }
    if (isEnd) this.closeGap("");
    const text = this.out.slice(begin);
    // The sentence before a later mark lies in here; more is not needed.
    if (this.out.length > 2 * SENTENCE_WINDOW) this.out = this.out.slice(-SENTENCE_WINDOW);
    return { text, marks };
  }

  /** Takes what can be decided from the buffer's beginning; answers how much of it. 0: more is needed, or nothing is left. */
  private step(isEnd: boolean, marks: Mark[]): number {
    const { buffer } = this;
    if (buffer === "") return 0;
    const symbol = buffer[0]!;
    if (symbol === "`" || (symbol === "~" && this.atLineStart())) return this.takeFence(isEnd, symbol);
    if (this.fence === "" && OPENERS.includes(symbol)) return this.takeBracket(isEnd, marks);
    if (symbol === "\\" && this.fence === "") {
      if (buffer.length < 2 && !isEnd) return 0;
      return this.emit(buffer.slice(0, 2));
    }
    // An inline stretch of code does not go beyond its paragraph.
    if (symbol === "\n" && this.fence !== "" && !this.isBlock) {
      const next = /^\n[ \t]*(\n|$)/.exec(buffer);
      if (next && next[1] === "" && !isEnd) return 0;
      if (next?.[1] === "\n") this.fence = "";
    }
    if (this.fence !== "") return this.emit(/^[^`~[【［\\\n]+/.exec(buffer)?.[0] ?? symbol);
    const blanks = /^[ \t]+/.exec(buffer)?.[0];
    if (blanks) {
      this.gap[this.gap.isDropped ? "after" : "before"] += blanks;
      return blanks.length;
    }
    return this.emit(/^[^\s`~[【［\\]+(?:[ \t]+[^\s`~[【［\\]+)*/.exec(buffer)?.[0] ?? symbol);
  }

  private emit(text: string): number {
    this.closeGap(text);
    this.out += text;
    return text.length;
  }

  /** Writes the blanks before what comes next; none where a dropped mark would leave them hanging. */
  private closeGap(next: string): void {
    const { before, after, isDropped } = this.gap;
    this.gap = { before: "", after: "", isDropped: false };
    if (!isDropped) this.out += before;
    else if (!CLOSES.test(next) && (after || !CLOSES_OR_OPENS.test(next)))
      this.out += before || (this.atLineStart() ? "" : after);
  }

  private atLineStart(): boolean {
    return /(?:^|\n)[ \t]*$/.test(this.out.slice(-40));
  }

  private takeFence(isEnd: boolean, symbol: string): number {
    const run = /^(`+|~+)/.exec(this.buffer)![0];
    if (run.length === this.buffer.length && !isEnd) return 0;
    if (this.fence === "") {
      this.isBlock = run.length >= 3 && this.atLineStart();
      if (this.isBlock || symbol === "`") this.fence = run;
    } else if (this.isBlock) {
      if (run[0] === this.fence[0] && run.length >= this.fence.length && this.atLineStart()) this.fence = "";
    } else if (run === this.fence) this.fence = "";
    return this.emit(run);
  }

  private takeBracket(isEnd: boolean, marks: Mark[]): number {
    const { buffer } = this;
    const mark = WHOLE.exec(buffer)?.[0];
    if (!mark) {
      if (!isEnd && buffer.length < MARK_MAX && BEGUN.test(buffer)) return 0;
      return this.emit(buffer[0]!);
    }
    const next = buffer[mark.length];
    // What follows tells a mark from a link or its definition.
    if (next === undefined && !isEnd) return 0;
    const isLink = next === "(" || (next === ":" && mark[0] === "[" && this.atLineStart());
    if (isLink || mark.length > MARK_MAX) return this.emit(buffer[0]!);
    const sentence = this.sentenceBefore();
    let written = "";
    for (const passage of (mark.match(/\d+/g) ?? []).map(Number)) {
      if (!this.passages.has(passage)) continue;
      const id = ++this.lastId;
      written += `[^c${id}]`;
      marks.push({ id, passage, sentence });
    }
    if (written === "") this.gap.isDropped = true;
    else this.emit(written);
    return mark.length;
  }

  /** The sentence a mark at the end of what was said belongs to: the one under way, or the one just ended. */
  private sentenceBefore(): string {
    return lastSentence(this.out.slice(-SENTENCE_WINDOW));
  }
}

/** A mark as it goes out. */
export const OUR_MARK = /\[\^c\d+\]/g;

/** The last sentence of a text, as plain words: what a reader takes a mark behind it to stand for. */
export function lastSentence(text: string): string {
  // A full stop is only seen as one before white space.
  const plain = `${text.replace(OUR_MARK, "").trimEnd()} `;
  const span = sentencesOf(plain).findLast(({ from, to }) => /[\p{L}\p{N}]/u.test(plain.slice(from, to)));
  return span ? plainWords(plain.slice(span.from, span.to)) : "";
}

/** Without the marks of Markdown: lists, headings, quotes, emphasis, cells. */
export function plainWords(text: string): string {
  return text
    .replace(/^\s*(?:[-*+>]|#{1,6}|\d{1,3}[.)])\s+/, "")
    .replace(/\*\*|__|~~|`/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\s*\|\s*/g, " ")
    .trim();
}

/** The same over a whole text. */
export function rewriteMarks(text: string, passages: ReadonlySet<number>): Rewritten {
  const rewriter = new MarkRewriter(passages);
  const first = rewriter.push(text);
  const rest = rewriter.end();
  return { text: first.text + rest.text, marks: [...first.marks, ...rest.marks] };
}
