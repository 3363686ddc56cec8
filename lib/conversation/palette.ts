import "server-only";
import { hasPermission } from "@/lib/auth/actor";
import type { PaletteFinder, PaletteItem } from "@/lib/palette/finder";
import { CONVERSATION_AREAS, CONVERSATION_CODES, conversationHref } from "./areas";
import { listConversations } from "./history";
import { searchConversations } from "./search";

const itemOf = (kind: string, id: string, title: string, messageId?: string): PaletteItem[] => {
  const href = conversationHref(kind, id, messageId);
  return href ? [{ id, label: title, href }] : [];
};

/** Own conversations of every kind, by title and by what was said in them. */
export const CONVERSATIONS_FOUND: PaletteFinder = {
  id: "conversations",
  order: 10,
  codes: CONVERSATION_CODES,
  async find(keyword, { actor, limit }) {
    const { items } = await searchConversations(actor, { keyword });
    return items.slice(0, limit).flatMap(({ id, kind, title, messages: [hit] }) => itemOf(kind, id, title, hit?.id));
  },
  async recent({ actor, limit }) {
    const areas = CONVERSATION_AREAS.filter(({ permission }) => hasPermission(actor, permission));
    const lists = await Promise.all(areas.map((area) => listConversations(actor, area, { pageSize: limit })));
    return lists
      .flatMap(({ items }) => items)
      .filter(({ title }) => title !== "")
      .sort((a, b) => b.lastMessageAt.localeCompare(a.lastMessageAt))
      .slice(0, limit)
      .flatMap(({ id, kind, title }) => itemOf(kind, id, title));
  },
};
