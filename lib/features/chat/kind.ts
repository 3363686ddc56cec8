import "server-only";
import type { ConversationKind } from "@/lib/conversation/kind";
import { P } from "@/lib/permissions/codes";
import { APP } from "./app";
import { titleChat } from "./service/titles";

/** Personal chat. */
export const PERSONAL: ConversationKind = {
  code: "personal",
  app: APP,
  permission: P.CHAT,
  home: (id) => `/personal/chat?id=${id}`,
  onDone: titleChat,
};
