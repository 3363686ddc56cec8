import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of document reading. */
export const DOCUMENTS_ENTRIES: readonly ApiEntry[] = [];
