import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of backups; see entries.ts. */
export const OPERATIONS_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/admin/backups",
    load: () => import("@/app/api/admin/backups/route"),
    operations: { GET: "Backups of the embedded set-up and their settings", POST: "Begin a backup" },
  },
  {
    path: "/api/admin/backups/settings",
    load: () => import("@/app/api/admin/backups/settings/route"),
    operations: { PATCH: "When backups are made, how many are kept, what locks their keys" },
  },
  {
    path: "/api/admin/backups/[id]",
    load: () => import("@/app/api/admin/backups/[id]/route"),
    operations: { DELETE: "Delete a backup with its file (administrators)" },
  },
  {
    path: "/api/admin/backups/[id]/cancel",
    load: () => import("@/app/api/admin/backups/[id]/cancel/route"),
    operations: { POST: "End a backup under way" },
  },
  {
    path: "/api/admin/backups/[id]/download",
    load: () => import("@/app/api/admin/backups/[id]/download/route"),
    operations: { GET: { summary: "The archive of a backup (administrators)", answers: "file" } },
  },
];
