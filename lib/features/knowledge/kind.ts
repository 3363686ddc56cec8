import "server-only";
import type { ConversationKind } from "@/lib/conversation/kind";
import { ABOUT_KNOWLEDGE } from "./conversation";
import { answerAgain } from "./service/chat/answer";
import { baseNames } from "./service/chat/chats";

export const KNOWLEDGE_CHAT: ConversationKind = { ...ABOUT_KNOWLEDGE, answer: answerAgain, about: baseNames };
