// Made by `npm run generate` from every exported `ConversationKind` in lib; never edited by hand.
import "server-only";
import { PERSONAL_CHAT } from "@/lib/features/chat/kind";
import { DOCUMENT_CHAT } from "@/lib/features/documents/kind";
import { KNOWLEDGE_CHAT } from "@/lib/features/knowledge/kind";

export const CONVERSATION_KINDS = [
  PERSONAL_CHAT,
  DOCUMENT_CHAT,
  KNOWLEDGE_CHAT,
];
