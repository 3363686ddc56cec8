import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the reader: parsed text, pages, pictures, search and citations of a file version. */
export const READER_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/reader/resolve",
    load: () => import("@/app/api/reader/resolve/route"),
    operations: { POST: "What citations are worth now: where their words stand, whether they moved or are gone" },
  },
  {
    path: "/api/reader/assets/[...path]",
    load: () => import("@/app/api/reader/assets/[...path]/route"),
    operations: { GET: { summary: "Files of the pdf renderer: worker, character maps, fonts", answers: "file" } },
  },
  {
    path: "/api/reader/[versionId]",
    load: () => import("@/app/api/reader/[versionId]/route"),
    operations: { GET: "What a file version holds: parts, outline, pieces, warnings" },
  },
  {
    path: "/api/reader/[versionId]/file",
    load: () => import("@/app/api/reader/[versionId]/file/route"),
    operations: { GET: { summary: "The bytes of a file version, whole or a range of them", answers: "file" } },
  },
  {
    path: "/api/reader/[versionId]/images/[name]",
    load: () => import("@/app/api/reader/[versionId]/images/[name]/route"),
    operations: { GET: { summary: "A picture of a document", answers: "file" } },
  },
  {
    path: "/api/reader/[versionId]/pieces/[number]",
    load: () => import("@/app/api/reader/[versionId]/pieces/[number]/route"),
    operations: { GET: "A stretch of a version's text with its blocks" },
  },
  {
    path: "/api/reader/[versionId]/search",
    load: () => import("@/app/api/reader/[versionId]/search/route"),
    operations: { GET: "Where words stand in a version's text" },
  },
];
