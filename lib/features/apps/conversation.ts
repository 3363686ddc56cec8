import { APP } from "@/lib/areas/apps";
import type { TalkingKind } from "@/lib/config/app-kinds";
import type { ConversationArea } from "@/lib/conversation/area";
import { P } from "@/lib/permissions/codes";
import { appChatHref, resultHref } from "./paths";

/** Conversations with apps of every kind; the screen leads on to the app a conversation is with. */
export const ABOUT_APPS: ConversationArea = {
  code: "app",
  app: APP.APPS,
  permission: P.APPS,
  screen: "/apps/chat",
  cites: true,
};

/** Conversations with one app: what they call is charged to the app itself, by its id (ARCHITECTURE 9). */
export const conversationsWith = ({ id, kind }: { id: string; kind: TalkingKind }): ConversationArea => ({
  ...ABOUT_APPS,
  app: id,
  aboutId: id,
  ...(kind === "generation" ? { screen: resultHref(id), idName: "run" } : { screen: appChatHref(id) }),
});
