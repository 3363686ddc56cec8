/** Things the palette shows of one kind. */
export const FOUND_MAX = 6;

/** Characters of what is looked for. */
export const PALETTE_WORDS_MAX = 100;
