// Made by `npm run generate` from every exported `MentionFinder` in lib; never edited by hand.
import "server-only";
import { CHAT_FILES_MENTIONED } from "@/lib/features/chat/mentions";
import { DOCUMENTS_MENTIONED } from "@/lib/features/documents/mentions";
import { BASES_MENTIONED } from "@/lib/features/knowledge/mentions";
import { PROMPTS_MENTIONED, ROLES_MENTIONED } from "@/lib/features/prompts/mentions";

export const MENTION_FINDERS = [
  CHAT_FILES_MENTIONED,
  DOCUMENTS_MENTIONED,
  BASES_MENTIONED,
  PROMPTS_MENTIONED,
  ROLES_MENTIONED,
];
