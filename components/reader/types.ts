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

/** A slice drawn beside its words. */
export interface RulerSlice {
  id: string;
  from: number;
  to: number;
  /** Its number, as people see it. */
  label: string;
  /** Read aloud instead of the number alone. */
  name?: string;
  detail?: string;
  /** Ends in the middle of a sentence. */
  isCut?: boolean;
  /** Characters it repeats of the slice before. */
  overlap?: number;
  isActive?: boolean;
  isMuted?: boolean;
  /** Made by hand. */
  isHand?: boolean;
}

/** Slices shown on the page: brackets of one or two ways of cutting it, or frames around the words. Lists keep their identity. */
export interface ReaderRulers {
  look: "brackets" | "boxes";
  left?: readonly RulerSlice[];
  right?: readonly RulerSlice[];
  /** Large slices, outside the right ones. */
  outer?: readonly RulerSlice[];
  /** Words that answer a question. */
  evidence?: { from: number; to: number } | null;
  /** Others are being computed. */
  isDimmed?: boolean;
  onSlice?: (id: string) => void;
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
  rulers?: ReaderRulers;
  /** Where the view is sent from outside; a new object is a new order. */
  place?: Jump | null;
  /** Hears which page, slide or sheet is in view. */
  onPart?: (number: number) => void;
  /** Words a search of the caller's found; those of the search inside the document take their place. */
  words?: readonly Hit[];
  /** The way through places the caller knows, instead of that through the citations. */
  steps?: ReaderSteps;
  /** Makes a slice of selected words. */
  onSlice?: (selection: ReaderSelection) => void;
  /** Takes selected words as the answer to a question. */
  onAnswer?: (selection: ReaderSelection) => void;
}

/** A way through places of documents. */
export interface ReaderSteps {
  /** From 1; 0 where none is chosen. */
  at: number;
  total: number;
  onStep: (step: 1 | -1) => void;
}

/** A range that is marked because an answer cites it. */
export interface Mark {
  id: number;
  /** Shown to people. */
  number: number;
  from: number;
  to: number;
  /** A picture is cited instead of words, on this page, slide or sheet. */
  picture?: string;
  part?: number;
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
  /** Name of a picture that stands there. */
  picture?: string;
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
