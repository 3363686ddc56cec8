import "server-only";
import { CONVERSATION_KINDS } from "@/lib/generated/conversation-kinds";
import type { ConversationArea } from "./area";
import type { ConversationKind } from "./kind";

/** What an area does with its conversations. Areas answer through doors that import this, never the other way round. */
export function kindOf({ code }: ConversationArea): ConversationKind {
  const kind = CONVERSATION_KINDS.find((one) => one.code === code);
  if (!kind) throw new Error(`no kind of conversation "${code}"`);
  return kind;
}
