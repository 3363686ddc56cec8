import "server-only";
import { db } from "@/db/client";
import {
  countOwnedApps,
  findApp,
  hideOwnApps,
  listAppsNaming,
  listAppsOfModel,
  listOwnAppContent,
  listOwnedApps,
  listReachableApps,
  transferApps,
} from "@/db/queries/apps/apps";
import { listOwnRuns } from "@/db/queries/apps/runs";
import { lockUser } from "@/db/queries/auth/identity";
import {
  appEditors,
  appFeedback,
  appFolders,
  appMarks,
  appRequests,
  appRuns,
  appRunWaits,
  apps,
  appUseDays,
  appVersions,
} from "@/db/schema/apps";
import { hasPermission } from "@/lib/auth/actor";
import { loadOwner } from "@/lib/auth/session";
import { AppError } from "@/lib/errors/errors";
import type { CollectableSource, Owned, OwnedThing } from "@/lib/owned/owned";
import { P } from "@/lib/permissions/codes";
import { APPS_MAX } from "./limits";
import { appHref } from "./paths";
import { shownTexts } from "./service/shown-texts";
import { appReader } from "./service/subjects";

/** Names of the apps that are told of. */
const NAMED = 10;

const app: CollectableSource = {
  kind: "app",
  isShared: true,
  copy: async (db, actor, refId) => {
    if (!hasPermission(actor, P.APPS)) return null;
    const found = await findApp(db, appReader(actor), refId, "use");
    if (!found) return null;
    const { name, description } = shownTexts(actor, found);
    return { title: name, text: description, parts: [], sessionId: null };
  },
  // A right that was withdrawn takes the way there with it.
  hrefs: async (db, userId, items) => {
    const reader = await loadOwner(userId);
    if (!reader || !hasPermission(reader, P.APPS)) return new Map();
    const ids = items.map(({ refId }) => refId);
    const found = await listReachableApps(db, appReader(reader), ids);
    return new Map(found.map(({ id }) => [id, appHref(id)]));
  },
};

const owned: OwnedThing = {
  key: "apps",
  order: 22,
  columns: [apps.ownerId],
  list: async (db, userId) => {
    const rows = await listOwnedApps(db, userId);
    return { count: rows.length, names: rows.slice(0, NAMED).map(({ name }) => name) };
  },
  transfer: async (tx, from, to) => {
    await lockUser(tx, to);
    const count = (await countOwnedApps(tx, from)) + (await countOwnedApps(tx, to));
    if (count > APPS_MAX) throw new AppError("appLimit", { args: { max: APPS_MAX } });
    await transferApps(tx, from, to);
  },
  // What others use goes on for them and their managers; what nobody else sees goes to the trash.
  release: (tx, from) => hideOwnApps(tx, from),
};

export const APPS_OWNED: Owned = {
  things: [owned],
  ownData: [
    {
      name: "apps",
      order: 65,
      columns: [apps.ownerId],
      content: ({ actor }) => listOwnAppContent(db(), actor.id),
    },
    {
      name: "app-runs",
      order: 66,
      columns: [appRuns.userId],
      content: ({ actor }) => listOwnRuns(db(), actor.id),
    },
  ],
  collectables: [app],
  modelUses: [
    {
      kind: "app",
      order: 45,
      columns: [apps.draft, appVersions.settings],
      read: async (db, modelId) => ({ names: (await listAppsOfModel(db, modelId)).map(({ name }) => name) }),
    },
  ],
  thingUses: [
    {
      read: async (db, actor, of, ids) => {
        const found = await listAppsNaming(db, appReader(actor), of, ids);
        return { names: found.flatMap(({ name, isSeen }) => (isSeen ? name : [])), count: found.length };
      },
    },
  ],
  exempt: {
    people: [
      [apps.draftById, "who saved a draft last, which belongs to the app"],
      [appVersions.authorId, "who published a version, which belongs to the app"],
      [appFolders.userId, "an order of things that only this product has"],
      [appMarks.userId, "an order of things that only this product has"],
      [appEditors.userId, "who has an editor open at this moment"],
      [appUseDays.userId, "counts of conversations that are in the archive"],
      [appRequests.userId, "a wish to use an app, with its owner"],
      [appRequests.deciderId, "who decided about a wish to use an app"],
      [appRunWaits.assigneeId, "who is asked by a run, which is another's"],
      [appRunWaits.answeredById, "who answered a run, which is another's"],
      [appFeedback.userId, "what was said to the owner of an app, which is theirs"],
    ],
  },
};
