import "server-only";
import { db } from "@/db/client";
import { APP_RESOURCE, type AppRow } from "@/db/queries/apps/apps";
import { listNamedGrants } from "@/db/queries/permissions/grants";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { askToOpenBase, openBaseTo, reachOfBases } from "@/lib/conversation/named-sources";
import type { Audience } from "@/lib/conversation/question-sources";
import { P } from "@/lib/permissions/codes";
import type { ReachingDto } from "../dto";
import type { AppBase } from "../schema";
import { requireApp } from "./apps";

/** Which of some bases which users of an app lack; bases that are not the actor's to use are not told. Throws notFound. */
export async function readReach(
  actor: Actor,
  id: string,
  baseIds: readonly string[],
): Promise<{ items: ReachingDto[] }> {
  const app = await requireOwn(actor, id);
  return { items: await reachOfBases(actor, baseIds, await audienceOf(app)) };
}

/** Shows a base to an app's users. Throws notFound, noPermission. */
export async function openBase(actor: Actor, { id, baseId }: AppBase): Promise<void> {
  const app = await requireOwn(actor, id);
  await openBaseTo(actor, baseId, await audienceOf(app));
}

/** Tells whoever may show a base that an app's users need it. Throws notFound. */
export async function askForBase(actor: Actor, { id, baseId }: AppBase): Promise<void> {
  const app = await requireOwn(actor, id);
  await askToOpenBase(actor, baseId, await audienceOf(app), app.name);
}

function requireOwn(actor: Actor, id: string): Promise<AppRow> {
  requirePermission(actor, P.APPS_WORKBENCH);
  return requireApp(actor, id, "manage");
}

async function audienceOf({ id, ownerId, visibility }: AppRow): Promise<Audience> {
  return { ownerId, visibility, grants: await listNamedGrants(db(), APP_RESOURCE, id) };
}
