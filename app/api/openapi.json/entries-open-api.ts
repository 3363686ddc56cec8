import type { ApiEntry } from "@/lib/http/openapi";

/** Calls with an API key, and the file call beside them. */
export const OPEN_API_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/v1/file/download",
    load: () => import("@/app/api/v1/file/download/route"),
    operations: { GET: { summary: "A stored file version by its ticket", answers: "file" } },
  },
  {
    path: "/api/v1/chat/completions",
    load: () => import("@/app/api/v1/chat/completions/route"),
    operations: { POST: { summary: "Chat completion, streamed or whole (OpenAI)", answers: "events" } },
  },
  {
    path: "/api/v1/embeddings",
    load: () => import("@/app/api/v1/embeddings/route"),
    operations: { POST: { summary: "Vectors of texts (OpenAI)", answers: "json" } },
  },
  {
    path: "/api/v1/images/edits",
    load: () => import("@/app/api/v1/images/edits/route"),
    operations: { POST: { summary: "Change pictures (OpenAI)", answers: "json" } },
  },
  {
    path: "/api/v1/images/generations",
    load: () => import("@/app/api/v1/images/generations/route"),
    operations: { POST: { summary: "Draw pictures (OpenAI)", answers: "json" } },
  },
  {
    path: "/api/v1/audio/speech",
    load: () => import("@/app/api/v1/audio/speech/route"),
    operations: { POST: { summary: "Speak a text (OpenAI)", answers: "file" } },
  },
  {
    path: "/api/v1/audio/transcriptions",
    load: () => import("@/app/api/v1/audio/transcriptions/route"),
    operations: { POST: { summary: "Write speech down (OpenAI)", answers: "json" } },
  },
  {
    path: "/api/v1/messages",
    load: () => import("@/app/api/v1/messages/route"),
    operations: { POST: { summary: "Message, streamed or whole (Anthropic)", answers: "events" } },
  },
  {
    path: "/api/v1/models",
    load: () => import("@/app/api/v1/models/route"),
    operations: { GET: { summary: "Models the key may call (OpenAI)", answers: "json" } },
  },
  {
    path: "/api/v1/models/[...name]",
    load: () => import("@/app/api/v1/models/[...name]/route"),
    operations: { GET: { summary: "One model (OpenAI)", answers: "json" } },
  },
  {
    path: "/api/v1/rerank",
    load: () => import("@/app/api/v1/rerank/route"),
    operations: { POST: { summary: "Documents by relevance (Cohere, Jina)", answers: "json" } },
  },
];
