import "server-only";
import { hasPermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { intlLocale, type Locale } from "@/lib/i18n/locales";
import type { PaletteFinder, PaletteItem } from "@/lib/palette/finder";
import { CONVERSATION_AREAS, CONVERSATION_CODES, conversationHref } from "./areas";
import { listConversations } from "./history";
import { searchConversations } from "./search";

interface Found {
  id: string;
  kind: string;
  title: string;
  lastMessageAt: string;
  messageId?: string;
}

/** Where they lead; those of one title say the day they were used. */
async function itemsOf(found: readonly Found[], locale: Locale): Promise<PaletteItem[]> {
  const { timeZone } = await loadConfig("customConfig");
  const day = new Intl.DateTimeFormat(intlLocale(locale), { month: "short", day: "numeric", timeZone });
  const isAlike = (one: Found) => found.some(({ id, title }) => title === one.title && id !== one.id);
  return found.flatMap((one) => {
    const { id, kind, title, lastMessageAt, messageId } = one;
    const href = conversationHref(kind, id, messageId);
    const detail = isAlike(one) ? day.format(new Date(lastMessageAt)) : undefined;
    return href ? [{ id, label: title, href, detail }] : [];
  });
}

/** Own conversations of every kind, by title and by what was said in them. */
export const CONVERSATIONS_FOUND: PaletteFinder = {
  id: "conversations",
  order: 10,
  codes: CONVERSATION_CODES,
  async find(keyword, { actor, limit, locale }) {
    const { items } = await searchConversations(actor, { keyword });
    const found = items.slice(0, limit).map(({ messages: [hit], ...one }) => ({ ...one, messageId: hit?.id }));
    return itemsOf(found, locale);
  },
  async recent({ actor, limit, locale }) {
    const areas = CONVERSATION_AREAS.filter(({ permission }) => hasPermission(actor, permission));
    const lists = await Promise.all(areas.map((area) => listConversations(actor, area, { pageSize: limit })));
    const last = lists
      .flatMap(({ items }) => items)
      .filter(({ title }) => title !== "")
      .sort((a, b) => b.lastMessageAt.localeCompare(a.lastMessageAt))
      .slice(0, limit);
    return itemsOf(last, locale);
  },
};
