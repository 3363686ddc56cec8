// Unpacking streams of a pdf.

const CHUNK_MIN = 1024;
const CHUNK_MAX = 256 * 1024;
/** How much longer text mostly gets. */
const RATIO = 6;

/** What to set aside for an unpacked stream: the usual size wastes most of it on a glyph, and is small for a page. */
export const chunkSizeOf = ({ length }: Uint8Array) => Math.min(CHUNK_MAX, Math.max(CHUNK_MIN, length * RATIO));
