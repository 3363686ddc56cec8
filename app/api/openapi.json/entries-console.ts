import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the console and of the person's own account. */
export const CONSOLE_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/admin/login-config/current",
    load: () => import("@/app/api/admin/login-config/current/route"),
    operations: { GET: "Login methods that are on" },
  },
  {
    path: "/api/admin/model/defaults",
    load: () => import("@/app/api/admin/model/defaults/route"),
    operations: { GET: "Default models", PATCH: "Choose default models" },
  },
  {
    path: "/api/admin/model/discovery",
    load: () => import("@/app/api/admin/model/discovery/route"),
    operations: { GET: "Model services found on this machine" },
  },
  {
    path: "/api/admin/model/models",
    load: () => import("@/app/api/admin/model/models/route"),
    operations: { GET: "List models", POST: "Add a model" },
  },
  {
    path: "/api/admin/model/models/[id]",
    load: () => import("@/app/api/admin/model/models/[id]/route"),
    operations: {
      GET: "Who sees a model, its ways, prices and health",
      PATCH: "Change a model",
      DELETE: "Delete a model",
    },
  },
  {
    path: "/api/admin/model/models/[id]/probe",
    load: () => import("@/app/api/admin/model/models/[id]/probe/route"),
    operations: { POST: "Find out what a model can do by asking it" },
  },
  {
    path: "/api/admin/model/models/[id]/run",
    load: () => import("@/app/api/admin/model/models/[id]/run/route"),
    operations: { POST: { summary: "Try a model by hand: result, request and answer", answers: "ndjson" } },
  },
  {
    path: "/api/admin/model/models/[id]/test",
    load: () => import("@/app/api/admin/model/models/[id]/test/route"),
    operations: { POST: "Try a model" },
  },
  {
    path: "/api/admin/model/models/[id]/used",
    load: () => import("@/app/api/admin/model/models/[id]/used/route"),
    operations: { GET: "What uses a model" },
  },
  {
    path: "/api/admin/model/probe",
    load: () => import("@/app/api/admin/model/probe/route"),
    operations: { POST: "Try a supplier's address and key before it is saved" },
  },
  {
    path: "/api/admin/model/subjects",
    load: () => import("@/app/api/admin/model/subjects/route"),
    operations: { GET: "Roles or departments a model can be shown to" },
  },
  {
    path: "/api/admin/model/suppliers",
    load: () => import("@/app/api/admin/model/suppliers/route"),
    operations: { GET: "List model suppliers", POST: "Add a model supplier" },
  },
  {
    path: "/api/admin/model/suppliers/[id]",
    load: () => import("@/app/api/admin/model/suppliers/[id]/route"),
    operations: { PATCH: "Change a model supplier", DELETE: "Delete a model supplier without models" },
  },
  {
    path: "/api/admin/model/suppliers/[id]/models",
    load: () => import("@/app/api/admin/model/suppliers/[id]/models/route"),
    operations: { POST: "Add several models of a supplier" },
  },
  {
    path: "/api/admin/model/suppliers/[id]/test",
    load: () => import("@/app/api/admin/model/suppliers/[id]/test/route"),
    operations: { POST: "Try a model supplier" },
  },
  {
    path: "/api/admin/model/templates",
    load: () => import("@/app/api/admin/model/templates/route"),
    operations: { GET: "Kinds of model suppliers" },
  },
  {
    path: "/api/admin/open/keys",
    load: () => import("@/app/api/admin/open/keys/route"),
    operations: { GET: "List API keys with what they used", POST: "Make an API key; the secret is shown once" },
  },
  {
    path: "/api/admin/open/keys/[id]",
    load: () => import("@/app/api/admin/open/keys/[id]/route"),
    operations: { PATCH: "Change an API key, or switch it", DELETE: "Delete an API key" },
  },
  {
    path: "/api/admin/open/keys/[id]/secret",
    load: () => import("@/app/api/admin/open/keys/[id]/secret/route"),
    operations: { POST: "Make a new secret for an own API key" },
  },
  {
    path: "/api/admin/open/options",
    load: () => import("@/app/api/admin/open/options/route"),
    operations: { GET: "Models and currency for API keys" },
  },
  {
    path: "/api/admin/report/app/[appId]",
    load: () => import("@/app/api/admin/report/app/[appId]/route"),
    operations: { GET: "What one app used" },
  },
  {
    path: "/api/admin/report/calls",
    load: () => import("@/app/api/admin/report/calls/route"),
    operations: { GET: "Single model calls, without what was said" },
  },
  {
    path: "/api/admin/report/calls/export",
    load: () => import("@/app/api/admin/report/calls/export/route"),
    operations: { GET: { summary: "Single model calls as CSV or Excel", answers: "file" } },
  },
  {
    path: "/api/admin/report/choices",
    load: () => import("@/app/api/admin/report/choices/route"),
    operations: { GET: "What reports may be narrowed to" },
  },
  {
    path: "/api/admin/report/dashboard",
    load: () => import("@/app/api/admin/report/dashboard/route"),
    operations: { GET: "People, questions, tokens, money and latency of a period" },
  },
  {
    path: "/api/admin/report/dashboard/export",
    load: () => import("@/app/api/admin/report/dashboard/export/route"),
    operations: { GET: { summary: "The dashboard as CSV or Excel", answers: "file" } },
  },
  {
    path: "/api/admin/report/series",
    load: () => import("@/app/api/admin/report/series/route"),
    operations: { GET: "What was used by day or month" },
  },
  {
    path: "/api/admin/report/series/export",
    load: () => import("@/app/api/admin/report/series/export/route"),
    operations: { GET: { summary: "What was used by day or month, as CSV or Excel", answers: "file" } },
  },
  {
    path: "/api/admin/report/statement",
    load: () => import("@/app/api/admin/report/statement/route"),
    operations: { GET: "A department's month" },
  },
  {
    path: "/api/admin/report/statement/export",
    load: () => import("@/app/api/admin/report/statement/export/route"),
    operations: { GET: { summary: "A department's month as Excel", answers: "file" } },
  },
  {
    path: "/api/admin/report/tokens/[dimension]",
    load: () => import("@/app/api/admin/report/tokens/[dimension]/route"),
    operations: { GET: "What each app, model, user or department used" },
  },
  {
    path: "/api/admin/report/tokens/[dimension]/export",
    load: () => import("@/app/api/admin/report/tokens/[dimension]/export/route"),
    operations: { GET: { summary: "What each app, model, user or department used, as CSV or Excel", answers: "file" } },
  },
  {
    path: "/api/admin/system-config/load/[type]",
    load: () => import("@/app/api/admin/system-config/load/[type]/route"),
    operations: { GET: "Load a kind of configuration" },
  },
  {
    path: "/api/admin/tools",
    load: () => import("@/app/api/admin/tools/route"),
    operations: { GET: "List built-in tools and MCP servers with their tools" },
  },
  {
    path: "/api/admin/tools/builtin/[key]",
    load: () => import("@/app/api/admin/tools/builtin/[key]/route"),
    operations: { PATCH: "Change a built-in tool" },
  },
  {
    path: "/api/admin/tools/builtin/[key]/test",
    load: () => import("@/app/api/admin/tools/builtin/[key]/test/route"),
    operations: { POST: "Check a built-in tool" },
  },
  {
    path: "/api/admin/tools/choices",
    load: () => import("@/app/api/admin/tools/choices/route"),
    operations: { GET: "Roles, models and commands to choose from" },
  },
  {
    path: "/api/admin/tools/run",
    load: () => import("@/app/api/admin/tools/run/route"),
    operations: { POST: "Run a tool once" },
  },
  {
    path: "/api/admin/tools/servers",
    load: () => import("@/app/api/admin/tools/servers/route"),
    operations: { POST: "Add an MCP server" },
  },
  {
    path: "/api/admin/tools/servers/[id]",
    load: () => import("@/app/api/admin/tools/servers/[id]/route"),
    operations: { PATCH: "Change an MCP server", DELETE: "Delete an MCP server with its tools" },
  },
  {
    path: "/api/admin/tools/servers/[id]/refresh",
    load: () => import("@/app/api/admin/tools/servers/[id]/refresh/route"),
    operations: { POST: "Compare an MCP server's tools with what was approved" },
  },
  {
    path: "/api/admin/tools/servers/[id]/tools/[toolId]",
    load: () => import("@/app/api/admin/tools/servers/[id]/tools/[toolId]/route"),
    operations: { PATCH: "Switch or approve a tool of an MCP server" },
  },
  {
    path: "/api/admin/tools/servers/probe",
    load: () => import("@/app/api/admin/tools/servers/probe/route"),
    operations: { POST: "Shake hands with an MCP server before it is saved" },
  },
  {
    path: "/api/admin/user/change-password",
    load: () => import("@/app/api/admin/user/change-password/route"),
    operations: { POST: "Change the own password; other sessions end" },
  },
  {
    path: "/api/admin/user/get-user-language",
    load: () => import("@/app/api/admin/user/get-user-language/route"),
    operations: { GET: "The caller's language" },
  },
  {
    path: "/api/admin/user/is-first-login",
    load: () => import("@/app/api/admin/user/is-first-login/route"),
    operations: { GET: "Whether a password change is due" },
  },
  {
    path: "/api/admin/user/self-info",
    load: () => import("@/app/api/admin/user/self-info/route"),
    operations: { GET: "The caller's profile, permissions and menus" },
  },
  {
    path: "/api/admin/user/sessions",
    load: () => import("@/app/api/admin/user/sessions/route"),
    operations: { GET: "List own sessions", DELETE: "End all own sessions but this one" },
  },
  {
    path: "/api/admin/user/sessions/[id]",
    load: () => import("@/app/api/admin/user/sessions/[id]/route"),
    operations: { DELETE: "End one own session" },
  },
  {
    path: "/api/admin/user/set-user-language",
    load: () => import("@/app/api/admin/user/set-user-language/route"),
    operations: { POST: "Choose the caller's language" },
  },
];
