import { CONVERSATION_AREAS, type ConversationArea } from "@/lib/config/conversation-areas";

/** Values of the filters; the columns of the messages hold the same. */
export const FEEDBACKS = ["like", "dislike", "any"] as const;
export const REASONS = ["wrong", "incomplete", "off_topic", "outdated", "format", "unsafe", "other"] as const;
export const STATUSES = ["done", "stopped", "interrupted", "limited", "failed", "notDone", "noAnswer"] as const;
/** Areas people talk in, by the ledger's name. */
export const AREA_NAMES = Object.keys(CONVERSATION_AREAS) as ConversationArea[];

/** The ledger's name for a kind of conversation. */
export const areaOf = (kind: string): string => AREA_NAMES.find((area) => CONVERSATION_AREAS[area] === kind) ?? kind;

/** Where a conversation is read by its owner; areas without a page of their own have none. */
export function conversationHref(app: string, sessionId: string, messageId?: string): string | null {
  const query = new URLSearchParams({ id: sessionId, ...(messageId ? { message: messageId } : {}) });
  if (app === "chat") return `/personal/chat?${query}`;
  return app === "document" ? `/personal/document/comminicate?${query}` : null;
}
