import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of a person's own security and the system overview; see entries.ts. */
export const ACCOUNT_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/admin/org/users/[id]/factor",
    load: () => import("@/app/api/admin/org/users/[id]/factor/route"),
    operations: { DELETE: "Take a person's second factor away; their sessions end" },
  },
  {
    path: "/api/admin/org/users/[id]/sessions",
    load: () => import("@/app/api/admin/org/users/[id]/sessions/route"),
    operations: { GET: "Where a person is signed in", DELETE: "End all sessions of a person" },
  },
  {
    path: "/api/admin/org/users/[id]/sessions/[sessionId]",
    load: () => import("@/app/api/admin/org/users/[id]/sessions/[sessionId]/route"),
    operations: { DELETE: "End one session of a person" },
  },
  {
    path: "/api/admin/preview/about",
    load: () => import("@/app/api/admin/preview/about/route"),
    operations: { GET: "Product, version, database and licence" },
  },
  {
    path: "/api/admin/preview/overview",
    load: () => import("@/app/api/admin/preview/overview/route"),
    operations: { GET: "What is set up, missing or unhealthy" },
  },
  {
    path: "/api/admin/user/factor",
    load: () => import("@/app/api/admin/user/factor/route"),
    operations: { GET: "The own second factor", POST: "Begin to set up a second factor" },
  },
  {
    path: "/api/admin/user/factor/codes",
    load: () => import("@/app/api/admin/user/factor/codes/route"),
    operations: { POST: "Make new recovery codes; the old ones stop working" },
  },
  {
    path: "/api/admin/user/factor/confirm",
    load: () => import("@/app/api/admin/user/factor/confirm/route"),
    operations: { POST: "Turn the second factor on with its first code" },
  },
  {
    path: "/api/admin/user/factor/remove",
    load: () => import("@/app/api/admin/user/factor/remove/route"),
    operations: { POST: "Turn the own second factor off" },
  },
];
