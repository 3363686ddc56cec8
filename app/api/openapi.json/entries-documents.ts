import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of document reading. */
export const DOCUMENTS_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/documents",
    load: () => import("@/app/api/documents/route"),
    operations: { GET: "List own documents", POST: "Upload a document" },
  },
  {
    path: "/api/documents/[id]",
    load: () => import("@/app/api/documents/[id]/route"),
    operations: { GET: "Open a document", PATCH: "Rename or move a document", DELETE: "Put a document in the trash" },
  },
  {
    path: "/api/documents/[id]/cancel",
    load: () => import("@/app/api/documents/[id]/cancel/route"),
    operations: { POST: "End the reading of a document" },
  },
  {
    path: "/api/documents/[id]/overview",
    load: () => import("@/app/api/documents/[id]/overview/route"),
    operations: { GET: "Overview of a document", POST: "Make the overview again" },
  },
  {
    path: "/api/documents/[id]/overview/cancel",
    load: () => import("@/app/api/documents/[id]/overview/cancel/route"),
    operations: { POST: "Cancel an overview" },
  },
  {
    path: "/api/documents/[id]/restore",
    load: () => import("@/app/api/documents/[id]/restore/route"),
    operations: { POST: "Take a document back from the trash" },
  },
  {
    path: "/api/documents/[id]/retry",
    load: () => import("@/app/api/documents/[id]/retry/route"),
    operations: { POST: "Read a failed document again" },
  },
  {
    path: "/api/documents/[id]/versions",
    load: () => import("@/app/api/documents/[id]/versions/route"),
    operations: { GET: "Versions of a document", POST: "Replace a document by a newer version" },
  },
  {
    path: "/api/documents/chats",
    load: () => import("@/app/api/documents/chats/route"),
    operations: { POST: "Begin a conversation about documents" },
  },
  {
    path: "/api/documents/chats/[id]",
    load: () => import("@/app/api/documents/chats/[id]/route"),
    operations: { GET: "A conversation and its documents", PATCH: "Change the documents of a conversation" },
  },
  {
    path: "/api/documents/chats/[id]/answer",
    load: () => import("@/app/api/documents/chats/[id]/answer/route"),
    operations: { POST: { summary: "Ask about the documents", answers: "ndjson" } },
  },
  {
    path: "/api/documents/chats/[id]/compare",
    load: () => import("@/app/api/documents/chats/[id]/compare/route"),
    operations: { POST: "Ask several models the same about the documents" },
  },
  {
    path: "/api/documents/chats/[id]/table",
    load: () => import("@/app/api/documents/chats/[id]/table/route"),
    operations: { GET: "Questions put to every document" },
  },
  {
    path: "/api/documents/chats/[id]/table/cancel",
    load: () => import("@/app/api/documents/chats/[id]/table/cancel/route"),
    operations: { POST: "Cancel open cells" },
  },
  {
    path: "/api/documents/chats/[id]/table/columns",
    load: () => import("@/app/api/documents/chats/[id]/table/columns/route"),
    operations: { POST: "Put a question to every document" },
  },
  {
    path: "/api/documents/chats/[id]/table/columns/[columnId]",
    load: () => import("@/app/api/documents/chats/[id]/table/columns/[columnId]/route"),
    operations: { DELETE: "Remove a question" },
  },
  {
    path: "/api/documents/chats/[id]/table/export",
    load: () => import("@/app/api/documents/chats/[id]/table/export/route"),
    operations: { GET: { summary: "The table as xlsx or csv", answers: "file" } },
  },
  {
    path: "/api/documents/chats/[id]/table/retry",
    load: () => import("@/app/api/documents/chats/[id]/table/retry/route"),
    operations: { POST: "Answer cells again" },
  },
  {
    path: "/api/documents/config",
    load: () => import("@/app/api/documents/config/route"),
    operations: { GET: "Own settings of document reading", PUT: "Change own settings of document reading" },
  },
  {
    path: "/api/documents/folders",
    load: () => import("@/app/api/documents/folders/route"),
    operations: { GET: "List own folders", POST: "Make a folder" },
  },
  {
    path: "/api/documents/folders/[id]",
    load: () => import("@/app/api/documents/folders/[id]/route"),
    operations: { PATCH: "Rename a folder", DELETE: "Delete a folder" },
  },
];
