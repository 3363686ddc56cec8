import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { PLACES } from "@/lib/generated/places";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { matchRoute, mayOpen } from "@/lib/permissions/navigation";
import { ROUTES } from "@/lib/permissions/routes";
import type { PlaceDto, PlacesDto } from "./dto";

/**
 * Tabs, sections and first steps of tasks a person may open, as areas declare them: a place belongs to the screen its path
 * leads to, and is offered to whoever may open that screen. With other words for whole screens.
 */
export async function listPlaces(actor: Actor, locale: Locale): Promise<Omit<PlacesDto, "recent">> {
  const [t, words] = await Promise.all([areaTexts(locale, "places"), areaTexts(locale, "screenWords")]);
  const items = Object.entries(PLACES).flatMap(([id, { href, begins, inChat = false }]): PlaceDto[] => {
    const route = matchRoute(href.replace(/[?#].*$/, ""));
    if (!route?.ready || !mayOpen(route, actor.permissions)) return [];
    const kind = begins ? "action" : route.area === "console" ? "console" : "screen";
    return [{ id, name: t(`${id}.name`), words: t(`${id}.words`), href, kind, inChat }];
  });
  const screens = ROUTES.flatMap((route) =>
    route.ready && words.has(route.key) && mayOpen(route, actor.permissions)
      ? [{ href: route.path, words: words(route.key) }]
      : [],
  );
  return { items, screens };
}
