import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of the user areas and the public ones. */
export const PRODUCT_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/chat/files",
    load: () => import("@/app/api/chat/files/route"),
    operations: { GET: "States of files for a question", POST: "Upload a file for a question" },
  },
  {
    path: "/api/chat/files/[id]",
    load: () => import("@/app/api/chat/files/[id]/route"),
    operations: { DELETE: "Delete a file of a question" },
  },
  {
    path: "/api/chat/files/[id]/retry",
    load: () => import("@/app/api/chat/files/[id]/retry/route"),
    operations: { POST: "Read a file of a question again" },
  },
  {
    path: "/api/chat/messages/[id]/re-answer",
    load: () => import("@/app/api/chat/messages/[id]/re-answer/route"),
    operations: { POST: { summary: "Answer a question again", answers: "ndjson" } },
  },
  {
    path: "/api/chat/messages/[id]/show",
    load: () => import("@/app/api/chat/messages/[id]/show/route"),
    operations: { POST: "Show another branch of a chat" },
  },
  {
    path: "/api/chat/models",
    load: () => import("@/app/api/chat/models/route"),
    operations: { GET: "Models the caller may chat with" },
  },
  {
    path: "/api/chat/runs/[id]/stop",
    load: () => import("@/app/api/chat/runs/[id]/stop/route"),
    operations: { POST: "Stop an answer" },
  },
  {
    path: "/api/chat/runs/[id]/stream",
    load: () => import("@/app/api/chat/runs/[id]/stream/route"),
    operations: { GET: { summary: "Follow an answer from a line on", answers: "ndjson" } },
  },
  {
    path: "/api/chat/sessions",
    load: () => import("@/app/api/chat/sessions/route"),
    operations: { GET: "List own chats", POST: "Begin a chat" },
  },
  {
    path: "/api/chat/sessions/[id]",
    load: () => import("@/app/api/chat/sessions/[id]/route"),
    operations: { PATCH: "Rename or archive a chat", DELETE: "Delete a chat" },
  },
  {
    path: "/api/chat/sessions/[id]/answer",
    load: () => import("@/app/api/chat/sessions/[id]/answer/route"),
    operations: { POST: { summary: "Ask a question", answers: "ndjson" } },
  },
  {
    path: "/api/chat/sessions/[id]/messages",
    load: () => import("@/app/api/chat/sessions/[id]/messages/route"),
    operations: { GET: "Messages of a chat" },
  },
  {
    path: "/api/files/[id]",
    load: () => import("@/app/api/files/[id]/route"),
    operations: {
      GET: { summary: "The bytes of an own or public file", answers: "file" },
      DELETE: "Put an own file in the trash",
    },
  },
  {
    path: "/api/files/[id]/ticket",
    load: () => import("@/app/api/files/[id]/ticket/route"),
    operations: { POST: "A download link of five minutes" },
  },
  {
    path: "/api/health",
    load: () => import("@/app/api/health/route"),
    operations: { GET: "Whether the product works" },
  },
  {
    path: "/api/notifications",
    load: () => import("@/app/api/notifications/route"),
    operations: { GET: "List own notifications" },
  },
  {
    path: "/api/notifications/read",
    load: () => import("@/app/api/notifications/read/route"),
    operations: { POST: "Mark notifications as read" },
  },
  {
    path: "/api/openapi.json",
    load: () => import("@/app/api/openapi.json/route"),
    operations: { GET: { summary: "This document", answers: "json" } },
  },
  {
    path: "/api/public/documents/[name]",
    load: () => import("@/app/api/public/documents/[name]/route"),
    operations: { GET: "Help, privacy statement or terms of use as Markdown" },
  },
  {
    path: "/api/public/file/download-by-Id",
    load: () => import("@/app/api/public/file/download-by-Id/route"),
    operations: { GET: { summary: "A file by its id and ticket", answers: "file" } },
  },
  {
    path: "/api/public/file/download/[name]",
    load: () => import("@/app/api/public/file/download/[name]/route"),
    operations: { GET: { summary: "A file by id and extension", answers: "file" } },
  },
  {
    path: "/api/public/get-third-login-url",
    load: () => import("@/app/api/public/get-third-login-url/route"),
    operations: { GET: "Where single sign-on begins" },
  },
  {
    path: "/api/public/load-system-config-base",
    load: () => import("@/app/api/public/load-system-config-base/route"),
    operations: { GET: "Page title and icon" },
  },
  {
    path: "/api/public/verification-code",
    load: () => import("@/app/api/public/verification-code/route"),
    operations: { GET: "A verification code as a picture" },
  },
  {
    path: "/api/tasks/[id]/cancel",
    load: () => import("@/app/api/tasks/[id]/cancel/route"),
    operations: { POST: "Cancel an own task" },
  },
  {
    path: "/api/token/login-jwt",
    load: () => import("@/app/api/token/login-jwt/route"),
    operations: { POST: "Sign in with a signed token" },
  },
  {
    path: "/api/token/login-pw",
    load: () => import("@/app/api/token/login-pw/route"),
    operations: { POST: "Sign in with account and password" },
  },
  {
    path: "/metrics",
    load: () => import("@/app/metrics/route"),
    operations: { GET: { summary: "Metrics for Prometheus, for the machine itself or with a token", answers: "text" } },
  },
  {
    path: "/api/files/uploads",
    load: () => import("@/app/api/files/uploads/route"),
    operations: { POST: { summary: "Begin a resumable upload (tus 1.0)", answers: "headers" } },
  },
  {
    path: "/api/files/uploads/[id]",
    load: () => import("@/app/api/files/uploads/[id]/route"),
    operations: {
      GET: "How far an upload is (also HEAD)",
      PATCH: { summary: "Send the next piece of an upload", answers: "headers" },
      DELETE: { summary: "Give an upload up", answers: "headers" },
    },
  },
  { path: "/api/files", load: () => import("@/app/api/files/route"), operations: { POST: "Upload a file" } },
  { path: "/api/tasks", load: () => import("@/app/api/tasks/route"), operations: { GET: "List own running tasks" } },
  { path: "/api/token/logout", load: () => import("@/app/api/token/logout/route"), operations: { POST: "Sign out" } },
];
