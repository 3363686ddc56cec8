import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the supplier gateway's console; see entries.ts. */
export const GATEWAY_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/admin/gateway/budgets",
    load: () => import("@/app/api/admin/gateway/budgets/route"),
    operations: { GET: "List money budgets with what is used of them", POST: "Set a money budget" },
  },
  {
    path: "/api/admin/gateway/budgets/[id]",
    load: () => import("@/app/api/admin/gateway/budgets/[id]/route"),
    operations: { PATCH: "Change a money budget, or switch it", DELETE: "Delete a money budget" },
  },
  {
    path: "/api/admin/gateway/channels/[id]",
    load: () => import("@/app/api/admin/gateway/channels/[id]/route"),
    operations: {
      PATCH: "Change the share of a way to a model, or switch it",
      DELETE: "Take a way to a model away; never the last",
    },
  },
  {
    path: "/api/admin/gateway/channels/[id]/prices",
    load: () => import("@/app/api/admin/gateway/channels/[id]/prices/route"),
    operations: { GET: "Every price of a way", POST: "Add a price; an open one ends the day before" },
  },
  {
    path: "/api/admin/gateway/channels/[id]/pricing",
    load: () => import("@/app/api/admin/gateway/channels/[id]/pricing/route"),
    operations: {
      POST: "Price the calls of a channel that have no price, by the prices of their days",
      DELETE: "End the pricing of a channel's calls",
    },
  },
  {
    path: "/api/admin/gateway/channels/[id]/retry",
    load: () => import("@/app/api/admin/gateway/channels/[id]/retry/route"),
    operations: { POST: "End the pause of a way: the next call tries it" },
  },
  {
    path: "/api/admin/gateway/keys/[id]",
    load: () => import("@/app/api/admin/gateway/keys/[id]/route"),
    operations: { PATCH: "Change a supplier's key, or switch it", DELETE: "Delete a supplier's key" },
  },
  {
    path: "/api/admin/gateway/keys/[id]/rotate",
    load: () => import("@/app/api/admin/gateway/keys/[id]/rotate/route"),
    operations: { POST: "Replace a supplier key's secret once the new one is accepted" },
  },
  {
    path: "/api/admin/gateway/logs",
    load: () => import("@/app/api/admin/gateway/logs/route"),
    operations: { GET: "List logged requests without their content" },
  },
  {
    path: "/api/admin/gateway/logs/[id]",
    load: () => import("@/app/api/admin/gateway/logs/[id]/route"),
    operations: { GET: "A logged request: its way, its figures" },
  },
  {
    path: "/api/admin/gateway/logs/[id]/content",
    load: () => import("@/app/api/admin/gateway/logs/[id]/content/route"),
    operations: { POST: "Open what was said in a logged request; the operation log tells of it" },
  },
  {
    path: "/api/admin/gateway/logs/[id]/replay",
    load: () => import("@/app/api/admin/gateway/logs/[id]/replay/route"),
    operations: { POST: "Send a logged request to another model" },
  },
  {
    path: "/api/admin/gateway/models",
    load: () => import("@/app/api/admin/gateway/models/route"),
    operations: { GET: "List models with their ways" },
  },
  {
    path: "/api/admin/gateway/models/[id]",
    load: () => import("@/app/api/admin/gateway/models/[id]/route"),
    operations: { PATCH: "Choose how a model's ways are ordered" },
  },
  {
    path: "/api/admin/gateway/models/[id]/channels",
    load: () => import("@/app/api/admin/gateway/models/[id]/channels/route"),
    operations: { POST: "Add a way to a model", PUT: "Put a model's ways in order" },
  },
  {
    path: "/api/admin/gateway/models/[id]/dry-run",
    load: () => import("@/app/api/admin/gateway/models/[id]/dry-run/route"),
    operations: { POST: "Say which ways a call would take, and why" },
  },
  {
    path: "/api/admin/gateway/models/[id]/history",
    load: () => import("@/app/api/admin/gateway/models/[id]/history/route"),
    operations: { GET: "What happened to a model's health" },
  },
  {
    path: "/api/admin/gateway/prices",
    load: () => import("@/app/api/admin/gateway/prices/route"),
    operations: { GET: "List ways with what they cost today" },
  },
  {
    path: "/api/admin/gateway/prices/[id]",
    load: () => import("@/app/api/admin/gateway/prices/[id]/route"),
    operations: { PATCH: "Set the last day of a price", DELETE: "Delete a price that begins today or later" },
  },
  {
    path: "/api/admin/gateway/probe",
    load: () => import("@/app/api/admin/gateway/probe/route"),
    operations: { POST: "Ask a supplier for its models before it is saved" },
  },
  {
    path: "/api/admin/gateway/settings",
    load: () => import("@/app/api/admin/gateway/settings/route"),
    operations: { GET: "Currency and request log settings", PATCH: "Change currency or request log settings" },
  },
  {
    path: "/api/admin/gateway/subjects",
    load: () => import("@/app/api/admin/gateway/subjects/route"),
    operations: { GET: "Search people, departments, apps or keys for a budget" },
  },
  {
    path: "/api/admin/gateway/suppliers",
    load: () => import("@/app/api/admin/gateway/suppliers/route"),
    operations: { GET: "List suppliers with their health and use", POST: "Add a supplier with keys and models" },
  },
  {
    path: "/api/admin/gateway/suppliers/[id]",
    load: () => import("@/app/api/admin/gateway/suppliers/[id]/route"),
    operations: {
      GET: "A supplier with its keys",
      PATCH: "Change a supplier",
      DELETE: "Delete a supplier without models",
    },
  },
  {
    path: "/api/admin/gateway/suppliers/[id]/discovery",
    load: () => import("@/app/api/admin/gateway/suppliers/[id]/discovery/route"),
    operations: { POST: "Ask a saved supplier for its models" },
  },
  {
    path: "/api/admin/gateway/suppliers/[id]/keys",
    load: () => import("@/app/api/admin/gateway/suppliers/[id]/keys/route"),
    operations: { POST: "Add a key once the supplier accepts it" },
  },
  {
    path: "/api/admin/gateway/suppliers/[id]/models",
    load: () => import("@/app/api/admin/gateway/suppliers/[id]/models/route"),
    operations: { POST: "Add models of a supplier's list, with what is known of them" },
  },
];
