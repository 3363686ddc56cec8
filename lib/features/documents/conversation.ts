import type { ConversationArea } from "@/lib/conversation/area";
import { P } from "@/lib/permissions/codes";
import { APP } from "./app";

/** Conversations about own documents. */
export const ABOUT_DOCUMENTS: ConversationArea = {
  code: "document",
  app: APP,
  permission: P.DOCUMENT,
  screen: "/personal/document/comminicate",
  cites: true,
};
