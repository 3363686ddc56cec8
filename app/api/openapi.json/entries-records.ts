import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the conversation records. */
export const RECORDS_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/admin/records",
    load: () => import("@/app/api/admin/records/route"),
    operations: { GET: "Questions and answers of everybody, a page; words where the department's policy opens them" },
  },
  {
    path: "/api/admin/records/searches",
    load: () => import("@/app/api/admin/records/searches/route"),
    operations: { GET: "Searches of everybody, a page" },
  },
  {
    path: "/api/admin/records/choices",
    load: () => import("@/app/api/admin/records/choices/route"),
    operations: { GET: "People, models and departments for the filters" },
  },
  {
    path: "/api/admin/records/export",
    load: () => import("@/app/api/admin/records/export/route"),
    operations: { GET: { summary: "The records of a filter as CSV or Excel", answers: "file" } },
  },
  {
    path: "/api/admin/records/policies",
    load: () => import("@/app/api/admin/records/policies/route"),
    operations: { GET: "Every department with the privacy policy that holds for it" },
  },
  {
    path: "/api/admin/records/policies/[departmentId]",
    load: () => import("@/app/api/admin/records/policies/[departmentId]/route"),
    operations: {
      PUT: "Set how long conversations are kept, and who may delete and read them",
      DELETE: "Take the policy from above again",
    },
  },
  {
    path: "/api/admin/records/[id]",
    load: () => import("@/app/api/admin/records/[id]/route"),
    operations: { GET: "One question with its answer: figures and calls" },
  },
  {
    path: "/api/admin/records/[id]/content",
    load: () => import("@/app/api/admin/records/[id]/content/route"),
    operations: { POST: "Read the conversation around a record; its owner sees who did" },
  },
  {
    path: "/api/user/records",
    load: () => import("@/app/api/user/records/route"),
    operations: { GET: "Own questions and answers of all areas, a page" },
  },
  {
    path: "/api/user/records/searches",
    load: () => import("@/app/api/user/records/searches/route"),
    operations: { GET: "Own searches, a page" },
  },
  {
    path: "/api/user/records/models",
    load: () => import("@/app/api/user/records/models/route"),
    operations: { GET: "Models that answered the person" },
  },
  {
    path: "/api/user/records/policy",
    load: () => import("@/app/api/user/records/policy/route"),
    operations: { GET: "What holds for own conversations" },
  },
  {
    path: "/api/user/records/reads",
    load: () => import("@/app/api/user/records/reads/route"),
    operations: { GET: "Who read own conversations" },
  },
  {
    path: "/api/user/records/export",
    load: () => import("@/app/api/user/records/export/route"),
    operations: { GET: { summary: "Own records as CSV, Excel or Markdown", answers: "file" } },
  },
];
