import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the admin guide of a login channel. */
export const LOGIN_GUIDE_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/admin/login-channels/[id]/guide",
    load: () => import("@/app/api/admin/login-channels/[id]/guide/route"),
    operations: {
      GET: { summary: "The admin guide of a login channel, with the values to copy" },
      PUT: { summary: "Keep the progress of the admin guide" },
    },
  },
  {
    path: "/api/admin/login-channels/[id]/teams-app",
    load: () => import("@/app/api/admin/login-channels/[id]/teams-app/route"),
    operations: { GET: { summary: "The package for the team client", answers: "file" } },
  },
];
