import { APP } from "@/lib/areas/apps";
import type { ConversationArea } from "@/lib/conversation/area";
import { P } from "@/lib/permissions/codes";

/** Searches of the web, each with what was asked after it. */
export const ABOUT_SEARCH: ConversationArea = {
  code: "search",
  app: APP.SEARCH,
  permission: P.SEARCH,
  screen: "/personal/search/result",
  idName: "session",
  cites: true,
};
