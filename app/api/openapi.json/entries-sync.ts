import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of directory and organisation sync; see entries.ts. */
export const SYNC_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/admin/login-channels/[id]/sync",
    load: () => import("@/app/api/admin/login-channels/[id]/sync/route"),
    operations: {
      GET: { summary: "A directory's synchronisations and when it is read" },
      POST: { summary: "Read a directory and plan what would change" },
    },
  },
  {
    path: "/api/admin/login-channels/[id]/sync/settings",
    load: () => import("@/app/api/admin/login-channels/[id]/sync/settings/route"),
    operations: { PATCH: { summary: "Set when a directory is read and what may happen by itself" } },
  },
  {
    path: "/api/admin/login-channels/sync/[runId]",
    load: () => import("@/app/api/admin/login-channels/sync/[runId]/route"),
    operations: { GET: { summary: "How far a synchronisation is" } },
  },
  {
    path: "/api/admin/login-channels/sync/[runId]/items",
    load: () => import("@/app/api/admin/login-channels/sync/[runId]/items/route"),
    operations: { GET: { summary: "What a synchronisation would do or did, line by line" } },
  },
  {
    path: "/api/admin/login-channels/sync/[runId]/apply",
    load: () => import("@/app/api/admin/login-channels/sync/[runId]/apply/route"),
    operations: { POST: { summary: "Carry a plan out" } },
  },
  {
    path: "/api/admin/login-channels/sync/[runId]/cancel",
    load: () => import("@/app/api/admin/login-channels/sync/[runId]/cancel/route"),
    operations: { POST: { summary: "Give a synchronisation up" } },
  },
];
