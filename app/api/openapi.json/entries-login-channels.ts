import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the console's screen of login channels; see entries.ts. */
export const LOGIN_CHANNEL_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/admin/login-channels",
    load: () => import("@/app/api/admin/login-channels/route"),
    operations: {
      GET: { summary: "Login channels in the order of the login page" },
      POST: { summary: "Add a login channel, off until a test of it passes" },
    },
  },
  {
    path: "/api/admin/login-channels/order",
    load: () => import("@/app/api/admin/login-channels/order/route"),
    operations: { POST: { summary: "Put login channels in order" } },
  },
  {
    path: "/api/admin/login-channels/choices",
    load: () => import("@/app/api/admin/login-channels/choices/route"),
    operations: { GET: { summary: "What the form of a login channel needs" } },
  },
  {
    path: "/api/admin/login-channels/departments",
    load: () => import("@/app/api/admin/login-channels/departments/route"),
    operations: { GET: { summary: "Find departments for new people of a login channel" } },
  },
  {
    path: "/api/admin/login-channels/pictures",
    load: () => import("@/app/api/admin/login-channels/pictures/route"),
    operations: { POST: { summary: "Upload the logo of a login channel" } },
  },
  {
    path: "/api/admin/login-channels/tests/[id]",
    load: () => import("@/app/api/admin/login-channels/tests/[id]/route"),
    operations: { GET: { summary: "What an own test at another site came to" } },
  },
  {
    path: "/api/admin/login-channels/[id]",
    load: () => import("@/app/api/admin/login-channels/[id]/route"),
    operations: {
      GET: { summary: "A login channel, without its secrets" },
      PATCH: { summary: "Change a login channel" },
      DELETE: { summary: "Delete a login channel" },
    },
  },
  {
    path: "/api/admin/login-channels/[id]/status",
    load: () => import("@/app/api/admin/login-channels/[id]/status/route"),
    operations: { POST: { summary: "Turn a login channel on or off" } },
  },
  {
    path: "/api/admin/login-channels/[id]/default",
    load: () => import("@/app/api/admin/login-channels/[id]/default/route"),
    operations: { POST: { summary: "Choose where guests go by themselves" } },
  },
  {
    path: "/api/admin/login-channels/[id]/test",
    load: () => import("@/app/api/admin/login-channels/[id]/test/route"),
    operations: { POST: { summary: "Try a login channel with the real handshake" } },
  },
];
