/** Things the palette shows of one kind. */
export const FOUND_MAX = 6;

/** Things a composer is offered of one kind. */
export const MENTIONS_MAX = 8;

/** Characters of what is looked for. */
export const PALETTE_WORDS_MAX = 100;
