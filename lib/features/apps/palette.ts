import "server-only";
import type { PaletteFinder } from "@/lib/palette/finder";
import { P } from "@/lib/permissions/codes";
import { appHref, editorHref } from "./paths";
import { appQuery } from "./schema";
import { listApps, recentApps } from "./service/apps";

/** Apps of the square by name, those used last first. */
export const APPS_FOUND: PaletteFinder = {
  id: "apps",
  order: 35,
  codes: [P.APPS_SQUARE],
  find: async (keyword, { actor, limit }) => {
    const { items } = await listApps(
      actor,
      appQuery.parse({ place: "square", sort: "uses", keyword, pageSize: limit }),
    );
    return items.map(({ id, kind, name, owner }) => ({
      id,
      label: name,
      ...(kind !== "tool" && { detail: owner.name }),
      href: appHref(id),
    }));
  },
  recent: async ({ actor, limit }) =>
    (await recentApps(actor, limit)).items.map(({ id, name }) => ({ id, label: name, href: appHref(id) })),
};

/** Apps a person makes, by name. */
export const OWN_APPS_FOUND: PaletteFinder = {
  id: "ownApps",
  order: 36,
  codes: [P.APPS_WORKBENCH],
  find: async (keyword, { actor, limit }) => {
    const { items } = await listApps(actor, appQuery.parse({ place: "workbench", keyword, pageSize: limit }));
    return items
      .filter(({ mayManage }) => mayManage)
      .map(({ id, name }) => ({ id, label: name, href: editorHref(id) }));
  },
};
