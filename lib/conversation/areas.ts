import { CONVERSATION_AREAS as GENERATED } from "@/lib/generated/conversation-areas";
import type { PermissionCode } from "@/lib/permissions/codes";
import type { ConversationArea } from "./area";

export const CONVERSATION_AREAS: readonly ConversationArea[] = GENERATED;

/** Opens the doors that serve conversations of every kind; the kind's own permission is asked with the conversation. */
export const CONVERSATION_CODES = CONVERSATION_AREAS.map(({ permission }) => permission) as [
  PermissionCode,
  ...PermissionCode[],
];

/** The ledger's names of the areas people talk in. */
export const CONVERSATION_APPS = CONVERSATION_AREAS.map(({ app }) => app);

/** Undefined for a kind that no area has any more. */
export const areaOfKind = (code: string): ConversationArea | undefined =>
  CONVERSATION_AREAS.find((area) => area.code === code);

/** The ledger's name for a kind of conversation; a kind no area has any more keeps its own. */
export const appOfKind = (code: string): string => areaOfKind(code)?.app ?? code;

export const areaOfApp = (app: string): ConversationArea | undefined =>
  CONVERSATION_AREAS.find((area) => area.app === app);

/** Where a conversation is read by its owner, at one of its messages; null for a kind without a screen. */
export function conversationHref(code: string, id: string, messageId?: string): string | null {
  const area = areaOfKind(code);
  return area ? hrefIn(area, id, messageId) : null;
}

/** As `conversationHref`, of an area. */
export function hrefIn({ screen, idName = "id" }: ConversationArea, id: string, messageId?: string): string {
  return `${screen}?${idName}=${id}${messageId ? `&message=${messageId}` : ""}`;
}
