import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the reader: parsed text, pages, pictures, search and citations of a file version. */
export const READER_ENTRIES: readonly ApiEntry[] = [];
