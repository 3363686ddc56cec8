/** Areas people talk in, by the name the ledger has for them, each with the kind of its conversations. */
export const CONVERSATION_AREAS = { chat: "personal", document: "document" } as const;
export type ConversationArea = keyof typeof CONVERSATION_AREAS;

export const isConversationArea = (app: string): app is ConversationArea => app in CONVERSATION_AREAS;
