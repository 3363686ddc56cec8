import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of roles and menus; see entries.ts. */
export const ROLES_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/admin/org/roles",
    load: () => import("@/app/api/admin/org/roles/route"),
    operations: { GET: { summary: "Roles with how many people hold them" }, POST: { summary: "Make a role" } },
  },
  {
    path: "/api/admin/org/roles/[id]",
    load: () => import("@/app/api/admin/org/roles/[id]/route"),
    operations: {
      GET: { summary: "One role" },
      PATCH: { summary: "Change a role" },
      DELETE: { summary: "Delete a role; confirmed when people hold it" },
    },
  },
  {
    path: "/api/admin/org/roles/[id]/members",
    load: () => import("@/app/api/admin/org/roles/[id]/members/route"),
    operations: {
      GET: { summary: "People who hold a role" },
      PATCH: { summary: "Give a role to people, take it from others" },
    },
  },
  {
    path: "/api/admin/org/roles/[id]/candidates",
    load: () => import("@/app/api/admin/org/roles/[id]/candidates/route"),
    operations: { GET: { summary: "People who do not hold a role yet" } },
  },
  {
    path: "/api/admin/org/roles/[id]/preview",
    load: () => import("@/app/api/admin/org/roles/[id]/preview/route"),
    operations: { GET: { summary: "Navigation and screens of a role" } },
  },
  {
    path: "/api/admin/org/roles/[id]/calls",
    load: () => import("@/app/api/admin/org/roles/[id]/calls/route"),
    operations: { GET: { summary: "Calls that a role's codes open" } },
  },
  {
    path: "/api/admin/org/roles/choices",
    load: () => import("@/app/api/admin/org/roles/choices/route"),
    operations: { GET: { summary: "Names of all roles" } },
  },
  {
    path: "/api/admin/org/roles/catalogue",
    load: () => import("@/app/api/admin/org/roles/catalogue/route"),
    operations: { GET: { summary: "Permission codes, the screens they open, and links" } },
  },
  {
    path: "/api/admin/org/roles/export",
    load: () => import("@/app/api/admin/org/roles/export/route"),
    operations: { GET: { summary: "Roles as a file", answers: "file" } },
  },
  {
    path: "/api/admin/org/users/[id]/permissions",
    load: () => import("@/app/api/admin/org/users/[id]/permissions/route"),
    operations: { GET: { summary: "Why a person may do what they may: role by role" } },
  },
  {
    path: "/api/admin/org/menus",
    load: () => import("@/app/api/admin/org/menus/route"),
    operations: { GET: { summary: "The whole menu" }, POST: { summary: "Add a group, page or link" } },
  },
  {
    path: "/api/admin/org/menus/[id]",
    load: () => import("@/app/api/admin/org/menus/[id]/route"),
    operations: { PATCH: { summary: "Change a menu entry" }, DELETE: { summary: "Delete an entry made here" } },
  },
  {
    path: "/api/admin/org/menus/[id]/move",
    load: () => import("@/app/api/admin/org/menus/[id]/move/route"),
    operations: { POST: { summary: "Put an entry at a place" } },
  },
  {
    path: "/api/admin/org/menus/[id]/reset",
    load: () => import("@/app/api/admin/org/menus/[id]/reset/route"),
    operations: { POST: { summary: "One entry as the product ships it" } },
  },
  {
    path: "/api/admin/org/menus/reset",
    load: () => import("@/app/api/admin/org/menus/reset/route"),
    operations: { POST: { summary: "The whole menu as the product ships it" } },
  },
  {
    path: "/api/token/renew",
    load: () => import("@/app/api/token/renew/route"),
    operations: { GET: { summary: "Renew the page cookie's codes on the way to a page" } },
  },
];
