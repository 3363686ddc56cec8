import "server-only";
import { db } from "@/db/client";
import { APP_RESOURCE, findApp, findRequestableApp } from "@/db/queries/apps/apps";
import {
  countOpenRequests,
  decideRequest,
  findOpenRequest,
  insertFeedback,
  insertRequest,
  listFeedback,
  listOpenRequests,
} from "@/db/queries/apps/requests";
import { lockUser } from "@/db/queries/auth/identity";
import { addViewGrants } from "@/db/queries/permissions/grants";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { PageQuery } from "@/lib/endpoint/paging";
import { AppError } from "@/lib/errors/errors";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import type { FeedbackDto, RequestDto } from "../dto";
import { REQUESTS_MAX } from "../limits";
import { appHref, listingHref, requestsHref } from "../paths";
import { requireAnyApp, target } from "./apps";
import { appReader } from "./subjects";

/** Whether a person may ask for an app that is not shown to them, and whether they have; null where they may not, or need not. */
export async function readRequest(actor: Actor, id: string): Promise<{ isAsked: boolean } | null> {
  requirePermission(actor, P.APPS);
  if (await findApp(db(), appReader(actor), id, "see")) return null;
  if (!(await findRequestableApp(db(), id))) return null;
  return { isAsked: (await findOpenRequest(db(), id, actor.id)) !== null };
}

/** Tells the owner of an app that somebody wishes to use it (spec K1). Throws notFound, appRequestOpen, appRequestsLimit. */
export async function requestApp(actor: Actor, id: string, note: string): Promise<void> {
  requirePermission(actor, P.APPS);
  await db().transaction(async (tx) => {
    await lockUser(tx, actor.id);
    const app = await findRequestableApp(tx, id);
    if (!app || (await findApp(tx, appReader(actor), id, "see"))) throw new AppError("notFound");
    if (await findOpenRequest(tx, id, actor.id)) throw new AppError("appRequestOpen");
    if ((await countOpenRequests(tx, actor.id)) >= REQUESTS_MAX) {
      throw new AppError("appRequestsLimit", { args: { max: REQUESTS_MAX } });
    }
    await insertRequest(tx, { appId: id, userId: actor.id, note });
    const args = { name: app.name, from: actor.name };
    await notify(tx, [{ userId: app.ownerId, kind: "appRequested", args, href: requestsHref(id) }]);
  });
}

/** Open wishes to use an app, for whoever may change it. Throws notFound. */
export async function listRequests(actor: Actor, id: string): Promise<{ items: RequestDto[] }> {
  requirePermission(actor, P.APPS_WORKBENCH);
  await requireAnyApp(actor, id, "manage");
  const rows = await listOpenRequests(db(), id);
  return {
    items: rows.map(({ id, userId, name, account, department, note, createdAt }) => ({
      id,
      user: { id: userId, name, account, department },
      note,
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** Grants a wish or declines it; whoever had it is told. Throws notFound, appRequestDecided. */
export async function decideAppRequest(
  actor: Actor,
  { id, requestId, granted }: { id: string; requestId: string; granted: boolean },
): Promise<void> {
  requirePermission(actor, P.APPS_WORKBENCH);
  await db().transaction(async (tx) => {
    const app = await requireAnyApp(actor, id, "manage", tx);
    const state = granted ? "granted" : "declined";
    const decided = await decideRequest(tx, { appId: id, id: requestId, state, deciderId: actor.id });
    if (!decided) throw new AppError("appRequestDecided");
    const { userId } = decided;
    if (granted) {
      const subject = { type: "user", id: userId } as const;
      await addViewGrants(tx, { resourceType: APP_RESOURCE, subject, resourceIds: [id] });
    }
    const kind = granted ? "appGranted" : "appDeclined";
    // Who is declined is told no more of the app than they asked for.
    const args = { name: granted ? app.name : "", by: actor.name };
    await notify(tx, [{ userId, kind, args, href: granted ? appHref(id) : null }]);
    const action = granted ? "app.access.grant" : "app.access.decline";
    await recordAuditEvent(tx, actor, { action, target: target(app), after: { userId } });
  });
}

/** Says something of an app one may use to its owner. Throws notFound. */
export async function giveFeedback(actor: Actor, id: string, text: string): Promise<void> {
  requirePermission(actor, P.APPS);
  await db().transaction(async (tx) => {
    const app = await requireAnyApp(actor, id, "use", tx);
    await insertFeedback(tx, { appId: id, userId: actor.id, text });
    const args = { name: app.name, from: actor.name };
    if (app.ownerId !== actor.id) {
      await notify(tx, [{ userId: app.ownerId, kind: "appFeedback", args, href: listingHref(id) }]);
    }
  });
}

/** What people said of an app, for whoever may change it. Throws notFound. */
export async function readFeedback(
  actor: Actor,
  id: string,
  { page, pageSize }: PageQuery,
): Promise<{ items: FeedbackDto[]; total: number }> {
  requirePermission(actor, P.APPS_WORKBENCH);
  await requireAnyApp(actor, id, "manage");
  const { rows, total } = await listFeedback(db(), id, { page, pageSize });
  return { items: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })), total };
}
