import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the conversation records. */
export const RECORDS_ENTRIES: readonly ApiEntry[] = [];
