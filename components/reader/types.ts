import type { Citation } from "@/lib/citations/dto";
import type { ReaderDocumentDto } from "@/lib/parsing/reader-dto";

/** What a person may do with words they selected. */
export type ReaderAction = "ask" | "explain" | "translate" | "quote";

export interface ReaderSelection {
  text: string;
  versionId: string;
  fileName: string;
  /** Range in the version's text, UTF-16 units. */
  from: number;
  to: number;
}

export interface ReaderProps {
  /** The version shown; the caller follows the active citation (`onActiveChange`). */
  versionId: string;
  /** Of the answer in view, in order; those of other versions too. */
  citations: readonly Citation[];
  activeId: number | null;
  onActiveChange: (id: number) => void;
  onClose?: () => void;
  onAsk?: (action: ReaderAction, selection: ReaderSelection) => void;
}

/** A range that is marked because an answer cites it. */
export interface Mark {
  id: number;
  /** Shown to people. */
  number: number;
  from: number;
  to: number;
  isActive: boolean;
}

/** A range the search inside the document found. */
export interface Hit {
  from: number;
  to: number;
  isActive: boolean;
}

/** Where the view is sent: a place in the text, or the top of a page, slide or sheet. A new object is a new order. */
export interface Jump {
  at: number;
  part?: number;
  /** Keyboard and screen reader follow: a result of search or of the outline. */
  to?: "part" | "mark" | "hit" | "heading";
}

/** What every view of a document gets, whatever its format. */
export interface ViewProps {
  document: ReaderDocumentDto;
  marks: readonly Mark[];
  hits: readonly Hit[];
  zoom: number;
  jump: Jump | null;
  /** Page, slide or sheet at the reading height. */
  onPart: (number: number) => void;
  onMark: (id: number) => void;
}
