import { APP } from "@/lib/areas/apps";
import type { ConversationArea } from "@/lib/conversation/area";
import { P } from "@/lib/permissions/codes";

/** Conversations about own documents. */
export const ABOUT_DOCUMENTS: ConversationArea = {
  code: "document",
  app: APP.DOCUMENT,
  permission: P.DOCUMENT,
  screen: "/personal/document/comminicate",
  cites: true,
};
