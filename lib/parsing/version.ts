/** Raised whenever the text of a file comes out differently: offsets are only comparable within one. */
export const PARSER_VERSION = 5;
