/** One of many a person picks by a word. */
export interface Choice {
  id: string;
  name: string;
  /** What tells two of one name apart. */
  detail?: string;
}

/** Where a picker finds its choices for a word. */
export interface ChoiceSource {
  key: readonly unknown[];
  find: (keyword: string, signal: AbortSignal) => Promise<readonly Choice[]>;
}
