import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the prompt square. */
export const PROMPTS_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/prompts",
    load: () => import("@/app/api/prompts/route"),
    operations: {
      GET: { summary: "Prompts shared with you, your own or your favourites" },
      POST: { summary: "Make a private prompt or role" },
    },
  },
  {
    path: "/api/prompts/categories",
    load: () => import("@/app/api/prompts/categories/route"),
    operations: { GET: { summary: "Kinds of prompts in their order" } },
  },
  {
    path: "/api/prompts/[id]",
    load: () => import("@/app/api/prompts/[id]/route"),
    operations: {
      GET: { summary: "A prompt with its text and placeholders" },
      PATCH: { summary: "Save a new version of an own prompt" },
      DELETE: { summary: "Delete an own prompt; it can be restored" },
    },
  },
  {
    path: "/api/prompts/[id]/favourite",
    load: () => import("@/app/api/prompts/[id]/favourite/route"),
    operations: { PUT: { summary: "Keep a prompt as a favourite" }, DELETE: { summary: "Keep it no longer" } },
  },
  {
    path: "/api/prompts/[id]/use",
    load: () => import("@/app/api/prompts/[id]/use/route"),
    operations: { POST: { summary: "Fill a prompt’s placeholders, or get a role’s text; counts one use" } },
  },
  {
    path: "/api/prompts/[id]/fork",
    load: () => import("@/app/api/prompts/[id]/fork/route"),
    operations: { POST: { summary: "Copy a prompt you can see into your own" } },
  },
  {
    path: "/api/prompts/[id]/restore",
    load: () => import("@/app/api/prompts/[id]/restore/route"),
    operations: { POST: { summary: "Restore a deleted own prompt" } },
  },
  {
    path: "/api/prompts/[id]/share",
    load: () => import("@/app/api/prompts/[id]/share/route"),
    operations: { POST: { summary: "Ask for an own prompt to be shared with the department or everybody" } },
  },
  {
    path: "/api/prompts/[id]/withdraw",
    load: () => import("@/app/api/prompts/[id]/withdraw/route"),
    operations: { POST: { summary: "Share an own prompt no longer" } },
  },
  {
    path: "/api/prompts/[id]/rollback",
    load: () => import("@/app/api/prompts/[id]/rollback/route"),
    operations: { POST: { summary: "Make an earlier text of an own prompt the newest" } },
  },
  {
    path: "/api/prompts/[id]/versions",
    load: () => import("@/app/api/prompts/[id]/versions/route"),
    operations: { GET: { summary: "Saved texts of an own prompt" } },
  },
  {
    path: "/api/prompts/[id]/versions/[version]",
    load: () => import("@/app/api/prompts/[id]/versions/[version]/route"),
    operations: { GET: { summary: "One saved text of an own prompt" } },
  },
  {
    path: "/api/admin/prompts",
    load: () => import("@/app/api/admin/prompts/route"),
    operations: {
      GET: { summary: "Prompts of the organisation and those people share" },
      POST: { summary: "Make a prompt for everybody" },
    },
  },
  {
    path: "/api/admin/prompts/export",
    load: () => import("@/app/api/admin/prompts/export/route"),
    operations: { GET: { summary: "The list as a file", answers: "file" } },
  },
  {
    path: "/api/admin/prompts/categories",
    load: () => import("@/app/api/admin/prompts/categories/route"),
    operations: { GET: { summary: "Kinds with how many prompts are in each" }, POST: { summary: "Make a kind" } },
  },
  {
    path: "/api/admin/prompts/categories/order",
    load: () => import("@/app/api/admin/prompts/categories/order/route"),
    operations: { PUT: { summary: "Give the kinds an order" } },
  },
  {
    path: "/api/admin/prompts/categories/[id]",
    load: () => import("@/app/api/admin/prompts/categories/[id]/route"),
    operations: { PATCH: { summary: "Rename a kind" }, DELETE: { summary: "Delete a kind nothing is in" } },
  },
  {
    path: "/api/admin/prompts/[id]",
    load: () => import("@/app/api/admin/prompts/[id]/route"),
    operations: {
      GET: { summary: "A prompt as the console sees it" },
      PATCH: { summary: "Save a new version of an organisation’s prompt" },
      DELETE: { summary: "Delete an organisation’s prompt; it can be restored" },
    },
  },
  {
    path: "/api/admin/prompts/[id]/restore",
    load: () => import("@/app/api/admin/prompts/[id]/restore/route"),
    operations: { POST: { summary: "Restore a deleted prompt of the organisation" } },
  },
  {
    path: "/api/admin/prompts/[id]/state",
    load: () => import("@/app/api/admin/prompts/[id]/state/route"),
    operations: { POST: { summary: "Switch a prompt on or off" } },
  },
  {
    path: "/api/admin/prompts/[id]/review",
    load: () => import("@/app/api/admin/prompts/[id]/review/route"),
    operations: { POST: { summary: "Approve or refuse a request to share" } },
  },
  {
    path: "/api/admin/prompts/[id]/release",
    load: () => import("@/app/api/admin/prompts/[id]/release/route"),
    operations: { POST: { summary: "Pin the version everybody sees" } },
  },
  {
    path: "/api/admin/prompts/[id]/rollback",
    load: () => import("@/app/api/admin/prompts/[id]/rollback/route"),
    operations: { POST: { summary: "Make an earlier text the newest and release it" } },
  },
  {
    path: "/api/admin/prompts/[id]/versions",
    load: () => import("@/app/api/admin/prompts/[id]/versions/route"),
    operations: { GET: { summary: "Saved texts of an organisation’s prompt" } },
  },
  {
    path: "/api/admin/prompts/[id]/versions/[version]",
    load: () => import("@/app/api/admin/prompts/[id]/versions/[version]/route"),
    operations: { GET: { summary: "One saved text of an organisation’s prompt" } },
  },
];
