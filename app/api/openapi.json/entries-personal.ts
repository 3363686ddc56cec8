import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the personal center. */
export const PERSONAL_ENTRIES: readonly ApiEntry[] = [];
