import "server-only";
import type { ConversationKind } from "@/lib/conversation/kind";
import { P } from "@/lib/permissions/codes";
import { APP } from "./app";

/** Conversations about own documents. */
export const ABOUT_DOCUMENTS: ConversationKind = {
  code: "document",
  app: APP,
  permission: P.DOCUMENT,
  home: (id) => `/personal/document/comminicate?id=${id}`,
};
