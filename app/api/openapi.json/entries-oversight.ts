import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the operation log and the licence; see entries.ts. */
export const OVERSIGHT_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/admin/operation-log",
    load: () => import("@/app/api/admin/operation-log/route"),
    operations: { GET: "Operation log, newest first, by cursor" },
  },
  {
    path: "/api/admin/operation-log/[id]",
    load: () => import("@/app/api/admin/operation-log/[id]/route"),
    operations: { GET: "One row with what it changed and its place in the chain" },
  },
  {
    path: "/api/admin/operation-log/people",
    load: () => import("@/app/api/admin/operation-log/people/route"),
    operations: { GET: "People for the filter of the operation log" },
  },
  {
    path: "/api/admin/operation-log/export",
    load: () => import("@/app/api/admin/operation-log/export/route"),
    operations: { GET: { summary: "Filtered rows of the operation log as a file", answers: "file" } },
  },
  {
    path: "/api/admin/operation-log/settings",
    load: () => import("@/app/api/admin/operation-log/settings/route"),
    operations: { PATCH: "How long the operation log is kept" },
  },
  {
    path: "/api/admin/operation-log/verification",
    load: () => import("@/app/api/admin/operation-log/verification/route"),
    operations: { GET: "How far the log is sealed, and its last check", POST: "Check the chain of the operation log" },
  },
  {
    path: "/api/admin/operation-log/verification/[id]/cancel",
    load: () => import("@/app/api/admin/operation-log/verification/[id]/cancel/route"),
    operations: { POST: "End a check of the chain" },
  },
  {
    path: "/api/admin/licence",
    load: () => import("@/app/api/admin/licence/route"),
    operations: { GET: "The licence, its seats and its history", POST: "Install a licence" },
  },
  {
    path: "/api/admin/licence/check",
    load: () => import("@/app/api/admin/licence/check/route"),
    operations: { POST: "What a licence says, before it is installed" },
  },
  {
    path: "/api/admin/licence/[id]",
    load: () => import("@/app/api/admin/licence/[id]/route"),
    operations: { DELETE: "Remove a licence and those it replaced" },
  },
];
