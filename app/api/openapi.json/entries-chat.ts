import type { ApiEntry } from "@/lib/http/openapi";

/** Calls around personal chats: organising them, what is done with answers, links, voice. */
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
    path: "/api/chat/search",
    load: () => import("@/app/api/chat/search/route"),
    operations: { GET: "Search own chats by title and message" },
  },
  {
    path: "/api/chat/sessions/[id]/shares",
    load: () => import("@/app/api/chat/sessions/[id]/shares/route"),
    operations: { GET: "List own links to a chat", POST: "Share a chat as it stands" },
  },
  {
    path: "/api/chat/sessions/bulk",
    load: () => import("@/app/api/chat/sessions/bulk/route"),
    operations: { POST: "Archive, move or delete several chats" },
  },
  {
    path: "/api/chat/shares/[id]",
    load: () => import("@/app/api/chat/shares/[id]/route"),
    operations: { GET: "Read a shared chat", DELETE: "Take a link back" },
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
    path: "/api/chat/transcription",
    load: () => import("@/app/api/chat/transcription/route"),
    operations: { POST: "Write down a recording" },
  },
  {
    path: "/api/documents/messages/[id]/export",
    load: () => import("@/app/api/documents/messages/[id]/export/route"),
    operations: { GET: { summary: "An answer as Word or Markdown", answers: "file" } },
  },
  {
    path: "/api/documents/messages/[id]/feedback",
    load: () => import("@/app/api/documents/messages/[id]/feedback/route"),
    operations: { PUT: "Like or dislike an answer" },
  },
];
