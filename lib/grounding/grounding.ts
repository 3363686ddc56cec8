import "server-only";
import type { Evidence } from "@/lib/citations/borne-out";
import { supportingSpan } from "@/lib/citations/cite";
import type { Citation } from "@/lib/citations/dto";
import { quoteHash } from "@/lib/citations/locate";
import { type Mark, MarkRewriter } from "@/lib/citations/marks";
import { describePlace, hasUnsure, pictureRects, rectsOf } from "@/lib/citations/place";
import { spanKey } from "@/lib/citations/spans";
import { log } from "@/lib/log";
import { readPiece } from "@/lib/parsing/store";
import type { ParsedIndex, Piece } from "@/lib/parsing/types";
import type { Passage } from "@/lib/retrieval/context";
import type { Material } from "./material";
import type { Source } from "./sources";

/** A citation with the sentence it stands behind. */
export interface Cited {
  sentence: string;
  citation: Citation;
  /** The passage it names, as the model read it; the same one for all its marks. */
  evidence: Evidence;
}

/** Passages a model is given, and what they are of. */
export type Citable = Pick<Material, "passages" | "indexes"> & { sources: readonly Source[] };

/**
 * Turns the numbers a model cites by into marks, and each mark into the very words of the document. Text goes through as it
 * comes; words are looked up beside it, so that no reader waits.
 */
export class Grounding {
  readonly cited: Cited[] = [];
  private rewriter: MarkRewriter;
  private readonly passages = new Map<number, Passage>();
  /** Numbers a model may cite by. */
  private readonly known = new Set<number>();
  private readonly sources = new Map<string, Source>();
  private readonly indexes = new Map<string, ParsedIndex>();
  private readonly evidence = new Map<number, Evidence>();
  /** Numbers people see, by the words they stand for. */
  private readonly numbers = new Map<string, number>();
  private located: Promise<void> = Promise.resolve();
  /** Whether the reader of the answer may read a version now; asked before its words are looked up. */
  mayRead: (versionId: string) => Promise<boolean> = async () => true;

  constructor(
    material: Citable,
    /** Hears of each citation once its words were looked up. */
    public onCitation: (citation: Citation) => void = () => undefined,
  ) {
    this.know(material);
    this.rewriter = new MarkRewriter(this.known);
  }

  /** The model was given more; answers the number its passages begin behind. */
  add({ passages, ...material }: Citable): number {
    const shift = Math.max(0, ...this.known);
    this.know({ ...material, passages: passages.map((passage) => ({ ...passage, n: passage.n + shift })) });
    return shift;
  }

  private know({ passages, indexes, sources }: Citable): void {
    for (const passage of passages) {
      const { n, text, name, heading } = passage;
      this.known.add(n);
      this.passages.set(n, passage);
      this.evidence.set(n, { text, about: `${name}\n${heading}` });
    }
    for (const [versionId, index] of indexes) this.indexes.set(versionId, index);
    for (const source of sources) this.sources.set(source.versionId, source);
  }

  /** Versions the words may come from. */
  get versionIds(): string[] {
    return [...this.sources.keys()];
  }

  /** Everything the model was given to cite. */
  get given(): Evidence[] {
    return [...this.evidence.values()];
  }

  /** Takes up an answer that cites already; call it before the first word. */
  goOnAfter(citations: readonly Citation[]): void {
    const lastMark = Math.max(0, ...citations.map(({ id }) => id));
    this.rewriter = new MarkRewriter(this.known, lastMark);
    for (const citation of citations) this.numbers.set(spanKey(citation), citation.number);
  }

  /** What of a model's words can go out now. */
  push(delta: string): string {
    return this.take(this.rewriter.push(delta));
  }

  end(): string {
    return this.take(this.rewriter.end());
  }

  /** All citations so far, once the words of each were looked up. */
  async settled(): Promise<Citation[]> {
    await this.located;
    return this.cited.map(({ citation }) => citation);
  }

  private take({ text, marks }: { text: string; marks: Mark[] }): string {
    for (const mark of marks) {
      this.located = this.located
        .then(() => this.find(mark))
        // A mark without its words must not cost the answer.
        .catch((err) => log().warn({ err }, "citation not located"));
    }
    return text;
  }

  private async find(mark: Mark): Promise<void> {
    const passage = this.passages.get(mark.passage);
    const source = passage && this.sources.get(passage.versionId);
    const index = passage && this.indexes.get(passage.versionId);
    if (!passage || !source || !index || !(await this.mayRead(passage.versionId))) return;
    // Words a person changed stand nowhere in the document: the place they are of is what is cited.
    const span = passage.isEdited ? passage : supportingSpan(mark.sentence, passage);
    const range = {
      // Nothing near enough: the place of the passage, and no words (spec D3).
      from: span?.from ?? passage.from,
      to: span?.to ?? passage.from,
      ...(passage.picture && { picture: { name: passage.picture, text: passage.text } }),
    };
    const number = this.numberOf(spanKey({ versionId: source.versionId, ...range }));
    const citation = await citationAt(source, index, { id: mark.id, number, ...range });
    this.cited.push({ sentence: mark.sentence, citation, evidence: this.evidence.get(mark.passage)! });
    this.onCitation(citation);
  }

  private numberOf(span: string): number {
    const number = this.numbers.get(span) ?? Math.max(0, ...this.numbers.values()) + 1;
    this.numbers.set(span, number);
    return number;
  }
}

interface Range {
  id: number;
  number: number;
  from: number;
  to: number;
  picture?: Citation["picture"];
}

/** A citation of the words from one offset to another, as the document has them; or of a picture there. */
export async function citationAt(source: Source, index: ParsedIndex, range: Range): Promise<Citation> {
  const pieces: Piece[] = [];
  for (const { number, from, to } of index.pieces) {
    if (to < range.from || from > range.to) continue;
    const piece = await readPiece(source.versionId, number);
    if (piece) pieces.push(piece);
  }
  const quote = pieces
    .map((piece) => piece.text.slice(Math.max(0, range.from - piece.from), Math.max(0, range.to - piece.from)))
    .join("");
  const { picture } = range;
  const words = range.to > range.from ? rectsOf(pieces, range.from, range.to) : [];
  const rects = picture ? pictureRects(index, pieces, picture.name) : words;
  return {
    id: range.id,
    number: range.number,
    fileId: source.fileId,
    versionId: source.versionId,
    fileName: source.name,
    format: source.format,
    parser: index.parser,
    place: describePlace(index, pieces, range.from, picture?.name),
    from: range.from,
    to: range.to,
    ...(rects.length > 0 ? { rects } : {}),
    ...(hasUnsure(pieces, range.from, range.to) ? { unsure: true } : {}),
    quote,
    quoteHash: quoteHash(quote),
    ...(picture ? { picture } : {}),
    supported: null,
  };
}
