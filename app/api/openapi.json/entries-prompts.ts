import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the prompt square. */
export const PROMPTS_ENTRIES: readonly ApiEntry[] = [];
