import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of departments, people and their import; see entries.ts. */
export const ORGANISATION_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/admin/org/departments",
    load: () => import("@/app/api/admin/org/departments/route"),
    operations: { GET: { summary: "Every department with its people" }, POST: { summary: "Make a department" } },
  },
  {
    path: "/api/admin/org/departments/export",
    load: () => import("@/app/api/admin/org/departments/export/route"),
    operations: { GET: { summary: "Departments as a file", answers: "file" } },
  },
  {
    path: "/api/admin/org/departments/[id]",
    load: () => import("@/app/api/admin/org/departments/[id]/route"),
    operations: {
      PATCH: { summary: "Rename, enable, disable or move a department" },
      DELETE: { summary: "Delete a department; its people go to moveTo" },
    },
  },
  {
    path: "/api/admin/org/departments/[id]/move",
    load: () => import("@/app/api/admin/org/departments/[id]/move/route"),
    operations: { POST: { summary: "Move a department below another, to a place among its children" } },
  },
  {
    path: "/api/admin/org/departments/[id]/order",
    load: () => import("@/app/api/admin/org/departments/[id]/order/route"),
    operations: { POST: { summary: "Place a department among its siblings" } },
  },
  {
    path: "/api/admin/org/departments/[id]/merge",
    load: () => import("@/app/api/admin/org/departments/[id]/merge/route"),
    operations: { POST: { summary: "Merge a department into another" } },
  },
  {
    path: "/api/admin/org/imports",
    load: () => import("@/app/api/admin/org/imports/route"),
    operations: {
      GET: { summary: "Imports of departments or people, own ones; administrators see all" },
      POST: { summary: "Upload a table; it is checked and nothing is written before it is confirmed" },
    },
  },
  {
    path: "/api/admin/org/imports/template",
    load: () => import("@/app/api/admin/org/imports/template/route"),
    operations: { GET: { summary: "The file to fill in", answers: "file" } },
  },
  {
    path: "/api/admin/org/imports/[id]",
    load: () => import("@/app/api/admin/org/imports/[id]/route"),
    operations: { GET: { summary: "An import: its state, what it would do or did" } },
  },
  {
    path: "/api/admin/org/imports/[id]/errors",
    load: () => import("@/app/api/admin/org/imports/[id]/errors/route"),
    operations: { GET: { summary: "What is wrong in the file, by row" } },
  },
  {
    path: "/api/admin/org/imports/[id]/refused",
    load: () => import("@/app/api/admin/org/imports/[id]/refused/route"),
    operations: { GET: { summary: "The rows with errors as a file, each with why", answers: "file" } },
  },
  {
    path: "/api/admin/org/imports/[id]/confirm",
    load: () => import("@/app/api/admin/org/imports/[id]/confirm/route"),
    operations: { POST: { summary: "Carry a checked import out, all or nothing" } },
  },
  {
    path: "/api/admin/org/imports/[id]/cancel",
    load: () => import("@/app/api/admin/org/imports/[id]/cancel/route"),
    operations: { POST: { summary: "Give an import up; what was begun is rolled back" } },
  },
  {
    path: "/api/admin/org/imports/[id]/codes",
    load: () => import("@/app/api/admin/org/imports/[id]/codes/route"),
    operations: { POST: { summary: "The one-time codes of the people made, once", answers: "file" } },
  },
  {
    path: "/api/admin/org/role-choices",
    load: () => import("@/app/api/admin/org/role-choices/route"),
    operations: { GET: { summary: "Roles, and which of them the caller may give" } },
  },
  {
    path: "/api/admin/org/users",
    load: () => import("@/app/api/admin/org/users/route"),
    operations: {
      GET: { summary: "People by page" },
      POST: { summary: "Make a person; without a password a one-time code is answered" },
    },
  },
  {
    path: "/api/admin/org/users/bulk",
    load: () => import("@/app/api/admin/org/users/bulk/route"),
    operations: { POST: { summary: "The same change for many people" } },
  },
  {
    path: "/api/admin/org/users/export",
    load: () => import("@/app/api/admin/org/users/export/route"),
    operations: { GET: { summary: "People as a file", answers: "file" } },
  },
  {
    path: "/api/admin/org/users/[id]",
    load: () => import("@/app/api/admin/org/users/[id]/route"),
    operations: {
      GET: { summary: "A person with bindings, limits and what is used of them today" },
      PATCH: { summary: "Change a person" },
      DELETE: { summary: "Anonymise a person; what they own goes to transferTo or is let go of with release" },
    },
  },
  {
    path: "/api/admin/org/users/[id]/bindings",
    load: () => import("@/app/api/admin/org/users/[id]/bindings/route"),
    operations: {
      POST: { summary: "Link an outside identity to a person" },
      DELETE: { summary: "Remove the link to an outside identity" },
    },
  },
  {
    path: "/api/admin/org/users/binding-channels",
    load: () => import("@/app/api/admin/org/users/binding-channels/route"),
    operations: { GET: { summary: "Login channels a person can be linked at" } },
  },
  {
    path: "/api/admin/org/users/[id]/reset-password",
    load: () => import("@/app/api/admin/org/users/[id]/reset-password/route"),
    operations: { POST: { summary: "Set a password, or make a one-time code" } },
  },
  {
    path: "/api/admin/org/users/[id]/transfer",
    load: () => import("@/app/api/admin/org/users/[id]/transfer/route"),
    operations: {
      GET: { summary: "What a person owns that others may need" },
      POST: { summary: "Give what a person owns to another" },
    },
  },
];
