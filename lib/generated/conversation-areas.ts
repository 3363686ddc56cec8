// Made by `npm run generate` from every exported `ConversationArea` in lib; never edited by hand.
import { PERSONAL } from "@/lib/features/chat/conversation";
import { ABOUT_DOCUMENTS } from "@/lib/features/documents/conversation";
import { ABOUT_KNOWLEDGE } from "@/lib/features/knowledge/conversation";

export const CONVERSATION_AREAS = [
  PERSONAL,
  ABOUT_DOCUMENTS,
  ABOUT_KNOWLEDGE,
];
