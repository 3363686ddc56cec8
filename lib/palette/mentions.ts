import "server-only";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { MENTION_FINDERS } from "@/lib/generated/mentions";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { log } from "@/lib/log";
import type { MentionGroupDto } from "./dto";
import { MENTIONS_MAX } from "./limits";
import type { MentionQuery } from "./schema";

const BY_ORDER = [...MENTION_FINDERS].sort((a, b) => a.order - b.order);

/**
 * What a person's areas offer behind a sign, of the kinds a composer can take. An area that fails contributes nothing, so that
 * the others can still be chosen from.
 */
export async function findMentions(
  actor: Actor,
  { sign, kinds, keyword }: MentionQuery,
  locale: Locale,
): Promise<{ items: MentionGroupDto[] }> {
  const t = await areaTexts(locale, "mentions");
  const finders = BY_ORDER.filter(
    (finder) => finder.sign === sign && kinds.includes(finder.kind) && hasPermission(actor, ...finder.codes),
  );
  const groups = await Promise.all(
    finders.map(async ({ id, kind, find }) => {
      try {
        const items = await find(keyword, { actor, locale, limit: MENTIONS_MAX });
        return { id, kind, heading: t(id), items: items.slice(0, MENTIONS_MAX) };
      } catch (error) {
        log().warn({ err: error, finder: id }, "a composer could not be offered what an area has");
        return { id, kind, heading: t(id), items: [] };
      }
    }),
  );
  return { items: groups.filter(({ items }) => items.length > 0) };
}
