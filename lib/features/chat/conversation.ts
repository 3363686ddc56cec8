import { APP } from "@/lib/areas/apps";
import { CHAT_SESSIONS_MAX } from "@/lib/config/constants";
import type { ConversationArea } from "@/lib/conversation/area";
import { P } from "@/lib/permissions/codes";

/** Personal chat. */
export const PERSONAL: ConversationArea = {
  code: "personal",
  app: APP.CHAT,
  permission: P.CHAT,
  screen: "/personal/chat",
  cites: false,
  atMost: CHAT_SESSIONS_MAX,
  hasFolders: true,
};
