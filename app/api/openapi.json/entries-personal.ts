import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the personal center. */
export const PERSONAL_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/collected",
    load: () => import("@/app/api/collected/route"),
    operations: { GET: "List what one collected", POST: "Collect an answer, document or prompt" },
  },
  {
    path: "/api/collected/[id]",
    load: () => import("@/app/api/collected/[id]/route"),
    operations: {
      GET: "Open the kept copy",
      PATCH: "Change note or folder of a collected item",
      DELETE: "Take an item out of the collection",
    },
  },
  {
    path: "/api/collected/folders",
    load: () => import("@/app/api/collected/folders/route"),
    operations: { GET: "List the folders of the collection", POST: "Make a folder in the collection" },
  },
  {
    path: "/api/collected/folders/[id]",
    load: () => import("@/app/api/collected/folders/[id]/route"),
    operations: { PATCH: "Rename a folder of the collection", DELETE: "Delete a folder; what lies in it stays" },
  },
  {
    path: "/api/collected/state",
    load: () => import("@/app/api/collected/state/route"),
    operations: { GET: "Which of these one collected" },
  },
  {
    path: "/api/user/avatar",
    load: () => import("@/app/api/user/avatar/route"),
    operations: { POST: "Change the own picture", DELETE: "Remove the own picture" },
  },
  {
    path: "/api/user/bindings",
    load: () => import("@/app/api/user/bindings/route"),
    operations: {
      GET: "Outside accounts one is linked to",
      POST: "Link an outside account",
      DELETE: "Take the own link to an outside account away",
    },
  },
  {
    path: "/api/user/data",
    load: () => import("@/app/api/user/data/route"),
    operations: {
      GET: { summary: "The archive of all own data, once", answers: "file" },
      POST: "Have the archive of all own data made",
    },
  },
  {
    path: "/api/user/data/state",
    load: () => import("@/app/api/user/data/state/route"),
    operations: { GET: "How far the archive of all own data is" },
  },
  {
    path: "/api/user/memory",
    load: () => import("@/app/api/user/memory/route"),
    operations: { GET: "What the assistant may know of oneself", PATCH: "Switch the own memory on or off" },
  },
  {
    path: "/api/user/memory/items",
    load: () => import("@/app/api/user/memory/items/route"),
    operations: { POST: "Add a memory", DELETE: "Delete all own memories" },
  },
  {
    path: "/api/user/memory/items/[id]",
    load: () => import("@/app/api/user/memory/items/[id]/route"),
    operations: { PATCH: "Change a memory", DELETE: "Delete a memory" },
  },
  {
    path: "/api/user/profile",
    load: () => import("@/app/api/user/profile/route"),
    operations: { GET: "The own profile", PATCH: "Change the own name and phone number" },
  },
  {
    path: "/api/user/usage",
    load: () => import("@/app/api/user/usage/route"),
    operations: { GET: "What one used in a period" },
  },
  {
    path: "/api/user/usage/limits",
    load: () => import("@/app/api/user/usage/limits/route"),
    operations: { GET: "Today against each limit that holds for oneself" },
  },
  {
    path: "/api/user/usage/year",
    load: () => import("@/app/api/user/usage/year/route"),
    operations: { GET: "What one used on each day of the last year" },
  },
];
