import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the reader: parsed text, pages, pictures, search and citations of a file version. */
export const READER_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/reader/resolve",
    load: () => import("@/app/api/reader/resolve/route"),
    operations: { POST: "What citations are worth now: where their words stand, whether they moved or are gone" },
  },
];
