import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of configuration, terms of use and settings as one file; see entries.ts. */
export const CONFIGURATION_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/admin/config/basic",
    load: () => import("@/app/api/admin/config/basic/route"),
    operations: { GET: "The basic configuration", PATCH: "Change the basic configuration" },
  },
  {
    path: "/api/admin/config/basic/mail-test",
    load: () => import("@/app/api/admin/config/basic/mail-test/route"),
    operations: { POST: "Send a test letter by the mail settings of the form" },
  },
  {
    path: "/api/admin/config/basic/pictures",
    load: () => import("@/app/api/admin/config/basic/pictures/route"),
    operations: { POST: "Upload an icon, logo or login picture" },
  },
  {
    path: "/api/admin/config/basic/versions",
    load: () => import("@/app/api/admin/config/basic/versions/route"),
    operations: { GET: "Changes of the basic configuration" },
  },
  {
    path: "/api/admin/config/basic/versions/[id]/restore",
    load: () => import("@/app/api/admin/config/basic/versions/[id]/restore/route"),
    operations: { POST: "Go back to an earlier version of a kind of configuration" },
  },
  {
    path: "/api/admin/config/settings",
    load: () => import("@/app/api/admin/config/settings/route"),
    operations: { GET: { summary: "All settings as one file, without secrets", answers: "file" } },
  },
  {
    path: "/api/admin/config/settings/apply",
    load: () => import("@/app/api/admin/config/settings/apply/route"),
    operations: { POST: "Bring sections of a settings file in, all or nothing" },
  },
  {
    path: "/api/admin/config/settings/preview",
    load: () => import("@/app/api/admin/config/settings/preview/route"),
    operations: { POST: "Tell what a settings file would do" },
  },
  {
    path: "/api/admin/terms",
    load: () => import("@/app/api/admin/terms/route"),
    operations: { GET: "Versions of the terms of use and how many people are still asked", POST: "Begin a draft" },
  },
  {
    path: "/api/admin/terms/[id]",
    load: () => import("@/app/api/admin/terms/[id]/route"),
    operations: {
      GET: "A version of the terms with its texts",
      PATCH: "Change the draft",
      DELETE: "Throw the draft away",
    },
  },
  {
    path: "/api/admin/terms/[id]/acceptances",
    load: () => import("@/app/api/admin/terms/[id]/acceptances/route"),
    operations: { GET: "Who accepted a version" },
  },
  {
    path: "/api/admin/terms/[id]/acceptances/export",
    load: () => import("@/app/api/admin/terms/[id]/acceptances/export/route"),
    operations: { GET: { summary: "Who accepted a version, as CSV or Excel", answers: "file" } },
  },
  {
    path: "/api/admin/terms/[id]/publish",
    load: () => import("@/app/api/admin/terms/[id]/publish/route"),
    operations: { POST: "Publish the draft; it stays as it is from then on" },
  },
  {
    path: "/api/admin/user/terms",
    load: () => import("@/app/api/admin/user/terms/route"),
    operations: { GET: "The terms of use that apply to the caller", POST: "Accept the terms of use" },
  },
];
