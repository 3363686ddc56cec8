// Made by `npm run generate` from every exported `ConversationArea` in lib; never edited by hand.
import { ABOUT_APPS } from "@/lib/features/apps/conversation";
import { PERSONAL } from "@/lib/features/chat/conversation";
import { ABOUT_DOCUMENTS } from "@/lib/features/documents/conversation";
import { ABOUT_KNOWLEDGE } from "@/lib/features/knowledge/conversation";
import { ABOUT_SEARCH } from "@/lib/features/search/conversation";

export const CONVERSATION_AREAS = [
  ABOUT_APPS,
  PERSONAL,
  ABOUT_DOCUMENTS,
  ABOUT_KNOWLEDGE,
  ABOUT_SEARCH,
];
