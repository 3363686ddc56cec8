/** Longest words to look for inside a document. */
export const SEARCH_MAX = 200;
/** Hits of one search at most; the list says that there are more. */
export const HITS_MAX = 200;
/** Characters of a selection that go into a question. */
export const SELECTION_MAX = 4_000;
