/** Issue 4: an import takes this many rows and bytes at most. */
export const IMPORT_ROWS_MAX = 10_000;
export const IMPORT_BYTES_MAX = 5 * 1024 ** 2;
/** Row errors that are kept; all are counted. */
export const IMPORT_ERRORS_MAX = 20_000;
/** One-time codes wait this long to be taken; what was checked waits this long to be confirmed. */
export const IMPORT_KEPT_HOURS = 24;
