import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of personal chat beyond asking and reading. */
export const CHAT_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/chat/messages/[id]/answers",
    load: () => import("@/app/api/chat/messages/[id]/answers/route"),
    operations: { GET: "Every answer to a question" },
  },
  {
    path: "/api/chat/messages/[id]/continue",
    load: () => import("@/app/api/chat/messages/[id]/continue/route"),
    operations: { POST: { summary: "Go on with an unfinished answer", answers: "ndjson" } },
  },
  {
    path: "/api/chat/preferences",
    load: () => import("@/app/api/chat/preferences/route"),
    operations: { PATCH: "Change the settings new chats begin with" },
  },
  {
    path: "/api/chat/runs/[id]/consent",
    load: () => import("@/app/api/chat/runs/[id]/consent/route"),
    operations: { POST: "Allow or refuse one call of a tool" },
  },
  {
    path: "/api/chat/sessions/[id]/compare",
    load: () => import("@/app/api/chat/sessions/[id]/compare/route"),
    operations: { POST: "Ask several models the same" },
  },
  {
    path: "/api/chat/sessions/[id]/context",
    load: () => import("@/app/api/chat/sessions/[id]/context/route"),
    operations: { GET: "What the next question takes along" },
  },
  {
    path: "/api/chat/sessions/[id]/settings",
    load: () => import("@/app/api/chat/sessions/[id]/settings/route"),
    operations: { GET: "Settings of a chat", PATCH: "Change settings of a chat" },
  },
  {
    path: "/api/chat/tools",
    load: () => import("@/app/api/chat/tools/route"),
    operations: { GET: "Tools a chat may use" },
  },
];
