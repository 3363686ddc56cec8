import "server-only";
import { v7 } from "uuid";
import { db, type Queryable, type Transaction } from "@/db/client";
import {
  APP_RESOURCE,
  type AppRight,
  type AppRow,
  countApps,
  countOwnedApps,
  findApp,
  findDeletedApp,
  insertApp,
  listRecentApps,
  listApps as listRows,
  updateApp,
} from "@/db/queries/apps/apps";
import { findCategory, listCategories } from "@/db/queries/apps/categories";
import { countRequestsOf } from "@/db/queries/apps/requests";
import { lockUser } from "@/db/queries/auth/identity";
import { listNamedGrants } from "@/db/queries/permissions/grants";
import { areaTools } from "@/lib/areas/tools";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { type GrantDto, grantsAsWords, type SubjectQuery } from "@/lib/auth/grant-schema";
import { grantTo, searchSubjects } from "@/lib/auth/grants";
import type { AppKind } from "@/lib/config/app-kinds";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn } from "@/lib/config/time";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, revisionOf } from "@/lib/editing/revision";
import { AppError, nullIfMissing, orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { assertUnused } from "@/lib/owned/uses";
import { P } from "@/lib/permissions/codes";
import type { AppDetailDto, AppDto, AppState, RecentAppDto, SquareDto } from "../dto";
import { APPS_MAX, type AppIcon } from "../limits";
import type { AppPatch, AppQuery, NewApp } from "../schema";
import { APP_SETTINGS, type BuiltKind } from "../settings";
import { newGraph } from "../workflow/examples";
import { putInFolder } from "./folders";
import { shownTexts } from "./shown-texts";
import { appReader } from "./subjects";
import { templateSettings } from "./templates";

/** Days whose uses stand beside an app. */
const RECENT_DAYS = 30;
const RECENT_SHOWN = 8;

export const target = ({ id, name }: { id: string; name: string }) => ({ type: "app", id, name });

const EDITED = ["name", "description", "icon", "visibility", "categoryId"] as const;
type Edited = Pick<AppDto, (typeof EDITED)[number]> & { grants: readonly GrantDto[] };
/** What people edit of an app beside its draft: its revision is made of it. */
const edited = (app: Edited) => ({ ...fieldsOf(app, EDITED), grants: grantsAsWords(app.grants) });

const PLACES = { square: P.APPS_SQUARE, lab: P.APPS_LAB, workbench: P.APPS_WORKBENCH } as const;

/** First of the days whose uses count as recent. */
export async function recentSince(): Promise<string> {
  const { timeZone } = await loadConfig("customConfig");
  return addDays(dayIn(timeZone), 1 - RECENT_DAYS);
}

/** The version a person uses: the one they stay with, or the published one; null where none is published. */
export const versionInUse = ({ version, pinnedVersion }: Pick<AppRow, "version" | "pinnedVersion">): number | null =>
  version === null ? null : (pinnedVersion ?? version);

/** Apps of the square or the lab that this person may use, or of their workbench. */
export async function listApps(actor: Actor, query: AppQuery): Promise<{ items: AppDto[]; total: number }> {
  const { page, pageSize, sort, ...filter } = query;
  requirePermission(actor, PLACES[filter.place]);
  const since = await recentSince();
  const { rows, total } = await listRows(db(), appReader(actor), filter, { page, pageSize, sort, since });
  return { items: rows.map((row) => toApp(actor, row)), total };
}

/** Categories of the square, and how many apps stand in each place for this person. */
export async function readSquare(actor: Actor): Promise<SquareDto> {
  requirePermission(actor, P.APPS);
  const [categories, counts] = await Promise.all([
    listCategories(db()),
    countApps(db(), appReader(actor), [
      { place: "square" },
      { place: "lab" },
      { place: "workbench", part: "mine" },
      { place: "workbench", part: "shared" },
      { place: "workbench", part: "trash" },
    ]),
  ]);
  const [square = 0, lab = 0, mine = 0, shared = 0, trash = 0] = counts;
  return {
    categories,
    mayOrder: hasPermission(actor, P.CONFIG_TOOLS),
    hasTools: areaTools().length > 0,
    counts: { square, lab, mine, shared, trash },
  };
}

/** Apps this person used last. */
export async function recentApps(actor: Actor, limit = RECENT_SHOWN): Promise<{ items: RecentAppDto[] }> {
  requirePermission(actor, P.APPS);
  const rows = await listRecentApps(db(), appReader(actor), limit);
  return { items: rows.map((row) => ({ ...row, name: shownTexts(actor, row).name, icon: row.icon as AppIcon })) };
}

/** Throws notFound. */
export async function readApp(actor: Actor, id: string): Promise<AppDto> {
  requirePermission(actor, P.APPS);
  return toApp(actor, await requireAnyApp(actor, id, "see"));
}

/** Throws notFound, also where the person may only use it. */
export async function editApp(actor: Actor, id: string): Promise<AppDetailDto> {
  requirePermission(actor, P.APPS_WORKBENCH);
  return db().transaction((tx) => readDetail(tx, actor, id));
}

async function readDetail(tx: Transaction, actor: Actor, id: string): Promise<AppDetailDto> {
  const app = toApp(actor, await requireAnyApp(actor, id, "manage", tx));
  const grants = await listNamedGrants(tx, APP_RESOURCE, id);
  const detail = { ...app, grants };
  const openRequests = await countRequestsOf(tx, id);
  return { ...detail, openRequests, revision: revisionOf(edited(detail)) };
}

/** Throws appLimit, notFound (a folder), invalidInput (an unknown subject, category or template). */
export async function createApp(actor: Actor, input: NewApp, locale: Locale): Promise<{ id: string }> {
  requirePermission(actor, P.APPS_WORKBENCH);
  assertMayMake(actor, input.kind);
  const { name, kind, description = "", icon = "bot", visibility = "self", grants = [], categoryId = null } = input;
  const draft = input.template ? await templateSettings(input.template, kind, locale) : emptySettings(kind);
  const id = v7();
  await db().transaction(async (tx) => {
    await assertRoomForApp(tx, actor.id);
    await assertCategory(tx, categoryId);
    const row = { id, name, kind, description, icon, visibility, categoryId, draft, draftById: actor.id };
    await insertApp(tx, { ...row, ownerId: actor.id });
    await grantTo(tx, { type: APP_RESOURCE, id }, grants);
    if (input.folderId) await putInFolder(tx, actor, [id], input.folderId);
    const after = { name, kind, visibility, grants: grants.length };
    await recordAuditEvent(tx, actor, { action: "app.create", target: target({ id, name }), after });
  });
  return { id };
}

/** What a new app of a kind begins as. */
const emptySettings = (kind: BuiltKind): object => (kind === "workflow" ? newGraph() : APP_SETTINGS[kind].parse({}));

/** What a tool is called is its area's. Throws noPermission. */
function assertToolPatch({ name, description, icon }: Omit<AppPatch, "revision">): void {
  if (name !== undefined || description !== undefined || icon !== undefined) throw new AppError("noPermission");
}

/** Throws notFound, noPermission, staleRecord, invalidInput, appOwnRight. Who was shown it and is no longer loses it at once. */
export async function changeApp(actor: Actor, id: string, { revision, ...patch }: AppPatch): Promise<AppDetailDto> {
  requirePermission(actor, P.APPS_WORKBENCH);
  return db().transaction(async (tx) => {
    const read = () => readDetail(tx, actor, id).then(edited, nullIfMissing);
    await assertCurrent(tx, actor, { type: "app", id, given: revision, read });
    const before = await readDetail(tx, actor, id);
    const { grants, ...columns } = patch;
    if (before.kind === "tool") assertToolPatch(columns);
    // To hide an app from those who manage it is for its owner alone.
    if (columns.visibility === "self" && !before.isOwn) throw new AppError("noPermission");
    await assertCategory(tx, columns.categoryId ?? null);
    await updateApp(tx, id, { ...columns, updatedAt: new Date() });
    if (grants) await grantTo(tx, { type: APP_RESOURCE, id }, grants);
    const named = Object.keys(columns) as (keyof typeof columns)[];
    await recordAuditEvent(tx, actor, {
      action: "app.change",
      target: target({ id, name: columns.name ?? before.name }),
      before: { ...fieldsOf(before, named), ...(grants && { grants: before.grants.length }) },
      after: { ...columns, ...(grants && { grants: grants.length }) },
    });
    // Who changes it by a grant would not see what they did, and nobody would tell them why.
    return readDetail(tx, actor, id).catch((error: unknown) => {
      nullIfMissing(error);
      throw new AppError("appOwnRight");
    });
  });
}

/** Puts an app in the trash, for its owner alone; it answers nobody from now on. Throws notFound, noPermission, stillUsed. */
export async function deleteApp(actor: Actor, id: string, confirmed = false): Promise<void> {
  requirePermission(actor, P.APPS_WORKBENCH);
  await db().transaction(async (tx) => {
    const app = await requireApp(actor, id, "manage", tx);
    if (app.ownerId !== actor.id) throw new AppError("noPermission");
    await assertUnused(tx, actor, { of: "app", ids: [id], confirmed });
    await updateApp(tx, id, { deletedAt: new Date() });
    await recordAuditEvent(tx, actor, { action: "app.delete", target: target(app) });
  });
}

/** Takes an own app back from the trash. Throws notFound. */
export async function restoreApp(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.APPS_WORKBENCH);
  await db().transaction(async (tx) => {
    const app = await findDeletedApp(tx, appReader(actor), id);
    if (!app) throw new AppError("notFound");
    await updateApp(tx, id, { deletedAt: null });
    await recordAuditEvent(tx, actor, { action: "app.restore", target: target(app) });
  });
}

/** Pages of others are put among the apps by whoever keeps the organisation's tools. Throws noPermission. */
export function assertMayMake(actor: Actor, kind: AppKind): void {
  if (kind === "external") requirePermission(actor, P.CONFIG_TOOLS);
}

/** Whether the person may own one more, until the transaction ends. Throws appLimit. */
export async function assertRoomForApp(tx: Transaction, userId: string): Promise<void> {
  await lockUser(tx, userId);
  if ((await countOwnedApps(tx, userId)) >= APPS_MAX) throw new AppError("appLimit", { args: { max: APPS_MAX } });
}

async function assertCategory(tx: Transaction, id: string | null): Promise<void> {
  if (id && !(await findCategory(tx, id)))
    throw new AppError("invalidInput", { data: { fields: { categoryId: "invalid" } } });
}

/** People, roles and departments a word finds, to show an app to. */
export function searchAppSubjects(actor: Actor, query: SubjectQuery) {
  requirePermission(actor, P.APPS_WORKBENCH);
  return searchSubjects(query);
}

/** A live app this person has the right to, an area's tool too. Throws notFound. */
export async function requireAnyApp(actor: Actor, id: string, right: AppRight, at: Queryable = db()): Promise<AppRow> {
  return orNotFound(await findApp(at, appReader(actor), id, right));
}

/** A live app that people made and this person has the right to. Throws notFound. */
export async function requireApp(actor: Actor, id: string, right: AppRight, at: Queryable = db()): Promise<AppRow> {
  const row = await requireAnyApp(actor, id, right, at);
  if (row.kind === "tool") throw new AppError("notFound");
  return row;
}

/** A live workflow this person may change. Throws notFound. */
export async function requireFlow(actor: Actor, id: string): Promise<AppRow> {
  requirePermission(actor, P.APPS_WORKBENCH);
  const app = await requireApp(actor, id, "manage");
  if (app.kind !== "workflow") throw new AppError("notFound");
  return app;
}

function stateOf({ version, isTrial, draftRevision, publishedRevision }: AppRow): AppState {
  if (version === null) return "draft";
  if (isTrial) return "trial";
  return draftRevision === publishedRevision ? "published" : "changed";
}

export function toApp(actor: Actor, row: AppRow): AppDto {
  const { id, kind, icon, visibility, categoryId, version, uses, recentUses, mayManage } = row;
  const { name, description } = shownTexts(actor, row);
  return {
    ...{ id, kind, name, description, visibility, categoryId, version, uses, recentUses, mayManage },
    icon: icon as AppIcon,
    state: stateOf(row),
    owner: { id: row.ownerId, name: row.ownerName, department: row.ownerDepartment },
    isOwn: kind !== "tool" && row.ownerId === actor.id,
    isFavourite: row.favouriteAt !== null,
    folderId: row.folderId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}
