import "server-only";
import type { ConversationKind } from "@/lib/conversation/kind";
import { ABOUT_SEARCH } from "./conversation";
import { answerAgain } from "./service/chat/answer";
import { readSearch } from "./service/chat/searches";

export const SEARCH_CHAT: ConversationKind = {
  ...ABOUT_SEARCH,
  answer: answerAgain,
  about: async (actor, id) => (await readSearch(actor, id)).sources.map(({ name }) => name),
};
