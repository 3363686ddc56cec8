import "server-only";
import type { ConversationKind } from "@/lib/conversation/kind";
import { ABOUT_DOCUMENTS } from "./conversation";
import { answerAgain } from "./service/answer";
import { documentNames } from "./service/chats";

export const DOCUMENT_CHAT: ConversationKind = { ...ABOUT_DOCUMENTS, answer: answerAgain, about: documentNames };
