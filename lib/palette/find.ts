import "server-only";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { PALETTE_FINDERS } from "@/lib/generated/palette";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { log } from "@/lib/log";
import type { FoundGroupDto } from "./dto";
import { FOUND_MAX } from "./limits";

const BY_ORDER = [...PALETTE_FINDERS].sort((a, b) => a.order - b.order);

/**
 * What a person's areas find for some words; for none, what was used last. An area that fails contributes nothing, so that
 * the others can still be reached.
 */
export async function findEverywhere(
  actor: Actor,
  keyword: string | undefined,
  locale: Locale,
): Promise<{ items: FoundGroupDto[] }> {
  const t = await areaTexts(locale, "palette");
  const search = { actor, locale, limit: FOUND_MAX };
  const groups = await Promise.all(
    BY_ORDER.filter(({ codes }) => hasPermission(actor, ...codes)).map(async ({ id, find, recent }) => {
      try {
        const items = keyword ? await find(keyword, search) : ((await recent?.(search)) ?? []);
        return { id, heading: t(id), items: items.slice(0, FOUND_MAX) };
      } catch (error) {
        log().warn({ err: error, finder: id }, "the palette could not look in an area");
        return { id, heading: t(id), items: [] };
      }
    }),
  );
  return { items: groups.filter(({ items }) => items.length > 0) };
}
