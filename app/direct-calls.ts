// Made by `npm run generate` from every handler that says `direct: true`; never edited by hand.
import "server-only";
import { POST as call0 } from "@/app/api/apps/[id]/runs/route";
import { POST as call1 } from "@/app/api/apps/chats/[id]/answer/route";
import { POST as call2 } from "@/app/api/chat/messages/[id]/continue/route";
import { POST as call3 } from "@/app/api/chat/messages/[id]/re-answer/route";
import { POST as call4 } from "@/app/api/chat/sessions/[id]/answer/route";
import { POST as call5 } from "@/app/api/documents/chats/[id]/answer/route";
import { POST as call6 } from "@/app/api/knowledge/answer/route";
import { POST as call7 } from "@/app/api/knowledge/chats/[id]/answer/route";
import { POST as call8 } from "@/app/api/search/answer/route";
import { POST as call9 } from "@/app/api/search/searches/[id]/answer/route";
import { POST as call10 } from "@/app/api/v1/chat/completions/route";
import { POST as call11 } from "@/app/api/v1/embeddings/route";
import { POST as call12 } from "@/app/api/v1/knowledge/answer/route";
import { POST as call13 } from "@/app/api/v1/messages/route";
import { POST as call14 } from "@/app/api/v1/rerank/route";
import type { DirectCall } from "@/lib/endpoint/direct";

export const DIRECT_CALLS: readonly DirectCall[] = [
  { method: "POST", path: "/api/apps/[id]/runs", handler: call0 },
  { method: "POST", path: "/api/apps/chats/[id]/answer", handler: call1 },
  { method: "POST", path: "/api/chat/messages/[id]/continue", handler: call2 },
  { method: "POST", path: "/api/chat/messages/[id]/re-answer", handler: call3 },
  { method: "POST", path: "/api/chat/sessions/[id]/answer", handler: call4 },
  { method: "POST", path: "/api/documents/chats/[id]/answer", handler: call5 },
  { method: "POST", path: "/api/knowledge/answer", handler: call6 },
  { method: "POST", path: "/api/knowledge/chats/[id]/answer", handler: call7 },
  { method: "POST", path: "/api/search/answer", handler: call8 },
  { method: "POST", path: "/api/search/searches/[id]/answer", handler: call9 },
  { method: "POST", path: "/api/v1/chat/completions", handler: call10 },
  { method: "POST", path: "/api/v1/embeddings", handler: call11 },
  { method: "POST", path: "/api/v1/knowledge/answer", handler: call12 },
  { method: "POST", path: "/api/v1/messages", handler: call13 },
  { method: "POST", path: "/api/v1/rerank", handler: call14 },
];
