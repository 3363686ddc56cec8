import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { PLACES } from "@/lib/generated/places";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { matchRoute, mayOpen } from "@/lib/permissions/navigation";
import { type AppRoute, ROUTES } from "@/lib/permissions/routes";
import type { PlaceDto, PlacesDto } from "./dto";

const kindOf = ({ area }: Pick<AppRoute, "area">) => (area === "console" ? "console" : "screen");

/**
 * Tabs, sections and first steps of tasks a person may open, as areas declare them: a place belongs to the screen its path
 * leads to, and is offered to whoever may open that screen. With other words for whole screens.
 */
export async function listPlaces(actor: Actor, locale: Locale): Promise<Omit<PlacesDto, "recent">> {
  const [t, words, titles] = await Promise.all([
    areaTexts(locale, "places"),
    areaTexts(locale, "screenWords"),
    areaTexts(locale, "screens"),
  ]);
  const items = Object.entries(PLACES).flatMap(([id, { href, begins, inChat = false }]): PlaceDto[] => {
    const route = matchRoute(href.replace(/[?#].*$/, ""));
    if (!route?.ready || !mayOpen(route, actor.permissions)) return [];
    const kind = begins ? "action" : kindOf(route);
    return [{ id, name: t(`${id}.name`), words: t(`${id}.words`), href, kind, inChat }];
  });
  const screens = ROUTES.flatMap(({ path, key, ...route }): PlacesDto["screens"] => {
    if (!route.ready || !words.has(key) || !mayOpen({ path, key, ...route }, actor.permissions)) return [];
    return [{ href: path, name: titles(key), words: words(key), kind: kindOf(route) }];
  });
  return { items, screens };
}
