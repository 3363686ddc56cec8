import "server-only";
import type { ConversationKind } from "@/lib/conversation/kind";
import { PERSONAL } from "./conversation";
import { answerAgain } from "./service/answer";

export const PERSONAL_CHAT: ConversationKind = { ...PERSONAL, answer: answerAgain };
