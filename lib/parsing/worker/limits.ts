// What one file may cost. A file beyond them is refused with documentTooBig; none of real work comes near.

/** Characters of the whole text. */
export const TEXT_MAX = 30_000_000;
/** Characters of one piece, about; a block is never cut for it. */
export const PIECE_CHARS = 40_000;
/** A longer paragraph becomes several blocks: no piece may grow without end. */
export const BLOCK_CHARS = 16_000;
/** Rows of one table block; longer tables go on in the next one. */
export const TABLE_ROWS = 200;
export const TABLE_CHARS = 24_000;
export const CELLS_MAX = 2_000_000;
export const PAGES_MAX = 5000;
export const IMAGES_MAX = 2000;
/** Bytes of one image, and of all. */
export const IMAGE_BYTES_MAX = 20 * 1024 ** 2;
export const IMAGES_BYTES_MAX = 200 * 1024 ** 2;
/** Everything an archive unpacks to. */
export const UNPACKED_MAX = 300 * 1024 ** 2;
/** One XML part. */
export const PART_MAX = 150 * 1024 ** 2;
export const ENTRIES_MAX = 20_000;
/** Depth of XML and HTML. */
export const DEPTH_MAX = 250;
