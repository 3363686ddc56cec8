// Made by `npm run generate` from every exported `ConversationKind` in lib; never edited by hand.
import "server-only";
import { APP_CHAT } from "@/lib/features/apps/kind";
import { PERSONAL_CHAT } from "@/lib/features/chat/kind";
import { DOCUMENT_CHAT } from "@/lib/features/documents/kind";
import { KNOWLEDGE_CHAT } from "@/lib/features/knowledge/kind";
import { SEARCH_CHAT } from "@/lib/features/search/kind";

export const CONVERSATION_KINDS = [
  APP_CHAT,
  PERSONAL_CHAT,
  DOCUMENT_CHAT,
  KNOWLEDGE_CHAT,
  SEARCH_CHAT,
];
