import "server-only";
import type { ConversationKind } from "@/lib/conversation/kind";
import { ABOUT_APPS } from "./conversation";
import { answerAgain } from "./service/answer";
import { appNames } from "./service/chats";

export const APP_CHAT: ConversationKind = { ...ABOUT_APPS, answer: answerAgain, about: appNames };
