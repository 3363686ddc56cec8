/** How thoroughly the web is asked. */
export const SEARCH_MODES = ["quick", "balanced", "deep"] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** Sources one search is put to by name. */
export const SOURCES_CHOSEN_MAX = 10;

/** What a mode costs at most. Milliseconds are those after which pages that have not answered are left out. */
export interface ModeBounds {
  /** Queries a question is searched by, itself among them. */
  queries: number;
  /** Times it is looked what is missing. */
  rounds: number;
  /** Share of the pages the settings allow. */
  pagesShare: number;
  readMs: number;
  passages: number;
  passagesOfPage: number;
}

export const BOUNDS: Readonly<Record<SearchMode, ModeBounds>> = {
  quick: { queries: 1, rounds: 1, pagesShare: 0.5, readMs: 4000, passages: 8, passagesOfPage: 4 },
  balanced: { queries: 4, rounds: 1, pagesShare: 1, readMs: 8000, passages: 14, passagesOfPage: 5 },
  deep: { queries: 6, rounds: 3, pagesShare: 2, readMs: 15_000, passages: 28, passagesOfPage: 7 },
};
