import { APP } from "@/lib/areas/apps";
import type { ConversationArea } from "@/lib/conversation/area";
import { P } from "@/lib/permissions/codes";

/** Conversations with one to three knowledge bases. */
export const ABOUT_KNOWLEDGE: ConversationArea = {
  code: "knowledge",
  app: APP.KNOWLEDGE,
  permission: P.KB_CHAT,
  screen: "/knowledge-center/knowledge-qa",
  idName: "session",
  cites: true,
};
