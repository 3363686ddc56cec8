import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of conversations beyond asking and reading: the engine, organising, what is done with answers, links, voice. */
export const CHAT_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/chat/folders",
    load: () => import("@/app/api/chat/folders/route"),
    operations: { GET: "List own folders of chats", POST: "Make a folder of chats" },
  },
  {
    path: "/api/chat/folders/[id]",
    load: () => import("@/app/api/chat/folders/[id]/route"),
    operations: { PATCH: "Rename a folder of chats", DELETE: "Delete a folder; its chats stay" },
  },
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
    path: "/api/chat/messages/[id]/export",
    load: () => import("@/app/api/chat/messages/[id]/export/route"),
    operations: { GET: { summary: "An answer as Word or Markdown", answers: "file" } },
  },
  {
    path: "/api/chat/messages/[id]/feedback",
    load: () => import("@/app/api/chat/messages/[id]/feedback/route"),
    operations: { PUT: "Like or dislike an answer" },
  },
  {
    path: "/api/chat/messages/[id]/open",
    load: () => import("@/app/api/chat/messages/[id]/open/route"),
    operations: { POST: "Messages around one, its branch in view" },
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
    path: "/api/chat/search",
    load: () => import("@/app/api/chat/search/route"),
    operations: { GET: "Search own conversations by title and message" },
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
    path: "/api/chat/sessions/[id]/export",
    load: () => import("@/app/api/chat/sessions/[id]/export/route"),
    operations: { GET: { summary: "A conversation as Word or Markdown", answers: "file" } },
  },
  {
    path: "/api/chat/sessions/[id]/role",
    load: () => import("@/app/api/chat/sessions/[id]/role/route"),
    operations: { PUT: "Switch a role on in a chat, or off" },
  },
  {
    path: "/api/chat/sessions/[id]/settings",
    load: () => import("@/app/api/chat/sessions/[id]/settings/route"),
    operations: { GET: "Settings of a chat", PATCH: "Change settings of a chat" },
  },
  {
    path: "/api/chat/sessions/[id]/shares",
    load: () => import("@/app/api/chat/sessions/[id]/shares/route"),
    operations: { GET: "List own links to a conversation", POST: "Share a conversation as it stands" },
  },
  {
    path: "/api/chat/sessions/bulk",
    load: () => import("@/app/api/chat/sessions/bulk/route"),
    operations: { POST: "Archive, move or delete several conversations" },
  },
  {
    path: "/api/chat/shares/[id]",
    load: () => import("@/app/api/chat/shares/[id]/route"),
    operations: { GET: "Read a shared conversation", DELETE: "Take a link back" },
  },
  {
    path: "/api/chat/speech",
    load: () => import("@/app/api/chat/speech/route"),
    operations: {
      GET: "How many parts an answer is spoken in",
      POST: { summary: "Speak a part of an answer", answers: "file" },
    },
  },
  {
    path: "/api/chat/tools",
    load: () => import("@/app/api/chat/tools/route"),
    operations: { GET: "Tools a chat may use" },
  },
  {
    path: "/api/chat/transcription",
    load: () => import("@/app/api/chat/transcription/route"),
    operations: { POST: "Write down a recording" },
  },
];
