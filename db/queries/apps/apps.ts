import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { AppKind } from "@/lib/config/app-kinds";
import type { Queryable, Transaction } from "../../client";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { appMarks, apps, appUseDays, appVersions } from "../../schema/apps";
import { departments, users } from "../../schema/organisation";
import { type GrantedSubjects, isGranted } from "../permissions/grants";

/** `grants.resource_type` of apps. */
export const APP_RESOURCE = "app";

const isLive = isNull(apps.deletedAt);
const isTool = eq(apps.kind, "tool");
/** People make it; a tool is an area's, and whoever its row names owns nothing. */
export const isMade = ne(apps.kind, "tool");

/** A person among apps; `keepsTools`: they keep the tools of the organisation. */
export interface AppSubjects extends GrantedSubjects {
  keepsTools?: boolean;
}

const ownApp = ({ userId }: GrantedSubjects) => and(isMade, eq(apps.ownerId, userId));

/** Apps a person may change: their own, those they were granted the management of, and tools where they keep them. */
export function managedApp(subjects: AppSubjects): SQL | undefined {
  return or(
    ownApp(subjects),
    and(isMade, inArray(apps.visibility, ["all", "partial"]), isGranted(APP_RESOURCE, apps.id, subjects, ["manage"])),
    subjects.keepsTools ? isTool : undefined,
  );
}

/** Apps that are shown to a person, published or not. What only its owner sees has no other reader (ARCHITECTURE 9). */
function shownApp(subjects: AppSubjects): SQL | undefined {
  return or(
    ownApp(subjects),
    eq(apps.visibility, "all"),
    and(eq(apps.visibility, "partial"), isGranted(APP_RESOURCE, apps.id, subjects, ["view", "manage"])),
  );
}

/** `use`: published ones that are shown to the person; `manage`: those they may change; `see`: either. */
export type AppRight = "use" | "manage" | "see";

function reach(subjects: AppSubjects, right: AppRight): SQL | undefined {
  const usable = and(isNotNull(apps.version), shownApp(subjects));
  if (right === "use") return usable;
  return right === "manage" ? managedApp(subjects) : or(usable, managedApp(subjects));
}

/** Live apps a person has the right to. */
export const reachableApp = (subjects: AppSubjects, right: AppRight): SQL | undefined =>
  and(isLive, reach(subjects, right));

function selectApps(db: Queryable, subjects: AppSubjects, since: string) {
  const recent = sql<number>`coalesce((select sum(${appUseDays.uses})::int from ${appUseDays}
    where ${and(eq(appUseDays.appId, apps.id), gte(appUseDays.day, since))}), 0)`;
  return db
    .select({
      id: apps.id,
      kind: apps.kind,
      name: apps.name,
      description: apps.description,
      icon: apps.icon,
      visibility: apps.visibility,
      categoryId: apps.categoryId,
      draftRevision: apps.draftRevision,
      version: apps.version,
      publishedRevision: apps.publishedRevision,
      isTrial: apps.isTrial,
      uses: apps.uses,
      recentUses: correlated(recent),
      ownerId: apps.ownerId,
      ownerName: users.name,
      ownerDepartment: departments.name,
      mayManage: correlated(sql<boolean>`${managedApp(subjects)}`),
      favouriteAt: appMarks.favouriteAt,
      usedAt: appMarks.usedAt,
      folderId: appMarks.folderId,
      pinnedVersion: appMarks.version,
      createdAt: apps.createdAt,
      updatedAt: apps.updatedAt,
      deletedAt: apps.deletedAt,
    })
    .from(apps)
    .innerJoin(users, eq(users.id, apps.ownerId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .leftJoin(appMarks, and(eq(appMarks.appId, apps.id), eq(appMarks.userId, subjects.userId)))
    .$dynamic();
}
export type AppRow = Awaited<ReturnType<typeof selectApps>>[number];

export interface AppFilter {
  /** The square and the lab show published apps; the workbench what a person makes and what is shared with them. */
  place: "square" | "lab" | "workbench";
  /** Of the workbench. */
  part?: "all" | "mine" | "shared" | "trash";
  keyword?: string;
  kind?: AppKind;
  categoryId?: string;
  favourites?: boolean;
  folderId?: string;
}

function matching(subjects: AppSubjects, filter: AppFilter): SQL | undefined {
  const { place, part = "all", keyword, kind, categoryId, favourites, folderId } = filter;
  const pattern = keyword ? likePattern(keyword) : null;
  const own = ownApp(subjects);
  const granted = and(
    isMade,
    ne(apps.ownerId, subjects.userId),
    ne(apps.visibility, "self"),
    or(
      isGranted(APP_RESOURCE, apps.id, subjects, ["manage"]),
      and(
        isNotNull(apps.version),
        eq(apps.visibility, "partial"),
        isGranted(APP_RESOURCE, apps.id, subjects, ["view"]),
      ),
    ),
  );
  const shared = or(granted, subjects.keepsTools ? isTool : undefined);
  const inPlace = {
    square: and(isLive, reach(subjects, "use"), eq(apps.isTrial, false)),
    lab: and(isLive, reach(subjects, "use"), eq(apps.isTrial, true)),
    workbench: {
      all: and(isLive, or(own, shared)),
      mine: and(isLive, own),
      shared: and(isLive, shared),
      trash: and(isNotNull(apps.deletedAt), own),
    }[part],
  }[place];
  return and(
    inPlace,
    kind ? eq(apps.kind, kind) : undefined,
    categoryId ? eq(apps.categoryId, categoryId) : undefined,
    favourites ? isNotNull(appMarks.favouriteAt) : undefined,
    folderId ? eq(appMarks.folderId, folderId) : undefined,
    pattern ? or(ilike(apps.name, pattern), ilike(apps.description, pattern)) : undefined,
  );
}

const ORDER = { uses: apps.uses, updated: apps.updatedAt, name: apps.name };

/** `since`: first of the days whose uses are counted as recent. */
export async function listApps(
  db: Queryable,
  subjects: AppSubjects,
  filter: AppFilter,
  { sort, since, ...page }: Page & { sort: keyof typeof ORDER; since: string },
): Promise<{ rows: AppRow[]; total: number }> {
  const direction = sort === "name" ? asc : desc;
  const list = selectApps(db, subjects, since).where(matching(subjects, filter));
  return pageOf(db, list, page, direction(ORDER[sort]), direction(apps.id));
}

/** How many apps stand in each of these places, whatever is looked for. */
export async function countApps(db: Queryable, subjects: AppSubjects, filters: readonly AppFilter[]) {
  const counted = filters.map((filter) => sql`count(*) filter (where ${matching(subjects, filter)})::int`);
  const [row] = await db
    .select({ counts: sql<number[]>`json_build_array(${sql.join(counted, sql`, `)})` })
    .from(apps)
    .leftJoin(appMarks, and(eq(appMarks.appId, apps.id), eq(appMarks.userId, subjects.userId)));
  return row?.counts ?? filters.map(() => 0);
}

/** Apps a person used last and may still use. */
export function listRecentApps(db: Queryable, subjects: AppSubjects, limit: number) {
  return db
    .select({ id: apps.id, name: apps.name, icon: apps.icon, kind: apps.kind })
    .from(appMarks)
    .innerJoin(apps, eq(apps.id, appMarks.appId))
    .where(and(eq(appMarks.userId, subjects.userId), isNotNull(appMarks.usedAt), reachableApp(subjects, "use")))
    .orderBy(desc(appMarks.usedAt), desc(apps.id))
    .limit(limit);
}

/** A live app this person has the right to; null when it is missing, deleted or not theirs. */
export async function findApp(db: Queryable, subjects: AppSubjects, id: string, right: AppRight, since = "9999-12-31") {
  const [row] = await selectApps(db, subjects, since).where(and(eq(apps.id, id), reachableApp(subjects, right)));
  return row ?? null;
}

/** Own app in the trash, or null. */
export async function findDeletedApp(db: Queryable, subjects: AppSubjects, id: string) {
  const own = and(eq(apps.id, id), ownApp(subjects), isNotNull(apps.deletedAt));
  const [row] = await selectApps(db, subjects, "9999-12-31").where(own);
  return row ?? null;
}

/** Those of these live apps that a person has the right to. */
export function listReachableApps(
  db: Queryable,
  subjects: AppSubjects,
  ids: readonly string[],
  right: AppRight = "use",
) {
  return db
    .select({ id: apps.id, name: apps.name, description: apps.description, kind: apps.kind })
    .from(apps)
    .where(and(inArray(apps.id, [...ids]), reachableApp(subjects, right)));
}

/** Those of some apps that a person may use, each as it is set in the version they use. */
export function listUsedSettings(db: Queryable, subjects: AppSubjects, ids: readonly string[]) {
  return db
    .select({
      ...{ id: apps.id, name: apps.name, description: apps.description, kind: apps.kind },
      settings: appVersions.settings,
    })
    .from(apps)
    .leftJoin(appMarks, and(eq(appMarks.appId, apps.id), eq(appMarks.userId, subjects.userId)))
    .innerJoin(
      appVersions,
      and(eq(appVersions.appId, apps.id), sql`${appVersions.version} = coalesce(${appMarks.version}, ${apps.version})`),
    )
    .where(and(inArray(apps.id, [...ids]), reachableApp(subjects, "use")));
}

/** Names of apps, those in the trash too: what the ledger, reports and the log call them. */
export function listAppNames(db: Queryable, ids: readonly string[]) {
  return db
    .select({ id: apps.id, name: apps.name })
    .from(apps)
    .where(inArray(apps.id, [...ids]));
}

/** A published app others could be shown, whose owner decides who is; null where nobody may ask for it. */
export async function findRequestableApp(db: Queryable, id: string) {
  const [row] = await db
    .select({ id: apps.id, name: apps.name, ownerId: apps.ownerId })
    .from(apps)
    .where(and(eq(apps.id, id), isLive, isNotNull(apps.version), eq(apps.visibility, "partial")));
  return row ?? null;
}

export async function insertApp(db: Queryable, row: typeof apps.$inferInsert & { id: string }) {
  await db.insert(apps).values(row);
}

/** The caller found the app in the person's scope. */
export async function updateApp(tx: Transaction, id: string, patch: Partial<typeof apps.$inferInsert>) {
  await tx.update(apps).set(patch).where(eq(apps.id, id));
}

/** Apps of a person, those in the trash too. */
export async function countOwnedApps(db: Queryable, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(apps)
    .where(and(eq(apps.ownerId, ownerId), isMade));
  return row?.count ?? 0;
}

/** Live apps of a person: what others may need when they go. */
export function listOwnedApps(db: Queryable, ownerId: string) {
  return db
    .select({ id: apps.id, name: apps.name })
    .from(apps)
    .where(and(eq(apps.ownerId, ownerId), isMade, isLive))
    .orderBy(asc(apps.name), asc(apps.id));
}

/** Live apps of a person with their settings: what they take along (spec M6). */
export function listOwnAppContent(db: Queryable, ownerId: string) {
  return db
    .select({
      name: apps.name,
      description: apps.description,
      kind: apps.kind,
      visibility: apps.visibility,
      version: apps.version,
      draft: apps.draft,
      createdAt: apps.createdAt,
    })
    .from(apps)
    .where(and(eq(apps.ownerId, ownerId), isMade, isLive))
    .orderBy(asc(apps.name), asc(apps.id));
}

/** All apps of a person become another's. */
export async function transferApps(tx: Transaction, from: string, to: string) {
  await tx.update(apps).set({ ownerId: to }).where(eq(apps.ownerId, from));
}

/** Own apps nobody else sees go to the trash: their owner has gone. */
export async function hideOwnApps(tx: Transaction, ownerId: string) {
  const hidden = and(eq(apps.ownerId, ownerId), isMade, eq(apps.visibility, "self"), isLive);
  await tx.update(apps).set({ deletedAt: new Date() }).where(hidden);
}

/** Apps that lay in the trash since before then. */
export function listPurgeableApps(db: Queryable, before: Date, limit: number) {
  return db
    .select({ id: apps.id })
    .from(apps)
    .where(and(lt(apps.deletedAt, before), isMade))
    .orderBy(asc(apps.deletedAt))
    .limit(limit);
}

export async function removeApp(tx: Transaction, id: string) {
  await tx.delete(apps).where(eq(apps.id, id));
}

/** Where in settings a thing is named: of a workflow at its nodes, however deep. */
const NAMED_AT = {
  model: "$.**.modelId ? (@ == $id), $.**.retrieval.* ? (@ == $id)",
  base: "$.**.baseIds[*] ? (@ == $id)",
  tool: "$.**.tool ? (@ == $id), $.**.tools[*] ? (@ == $id)",
  app: "$.**.appId ? (@ == $id), $.**.appIds[*] ? (@ == $id)",
} as const;
export type NamedThing = keyof typeof NAMED_AT;

/** Whether a draft or the published version names a thing. */
function names(what: NamedThing, id: string): SQL | undefined {
  const vars = JSON.stringify({ id });
  const within = (column: SQL) =>
    or(
      ...NAMED_AT[what].split(", ").map((path) => sql`jsonb_path_exists(${column}, ${path}::jsonpath, ${vars}::jsonb)`),
    );
  const published = sql`exists (select 1 from ${appVersions} where ${appVersions.appId} = ${apps.id}
    and ${appVersions.version} = ${apps.version} and ${within(sql`${appVersions.settings}`)})`;
  return or(within(sql`${apps.draft}`), correlated(published));
}

/** Live apps whose draft or published version names a model. */
export function listAppsOfModel(db: Queryable, modelId: string) {
  return db
    .select({ name: apps.name })
    .from(apps)
    .where(and(isLive, names("model", modelId)))
    .orderBy(asc(apps.name));
}

/** Live apps that name one of some things, with whether a person may see each. */
export function listAppsNaming(db: Queryable, subjects: AppSubjects, what: NamedThing, ids: readonly string[]) {
  return db
    .select({ id: apps.id, name: apps.name, isSeen: sql<boolean>`coalesce(${reach(subjects, "see")}, false)` })
    .from(apps)
    .where(and(isLive, or(...ids.map((id) => names(what, id)))))
    .orderBy(asc(apps.name));
}

/** Names of the apps the ledger has calls of, those in the trash too. */
export function listUsedAppNames(db: Queryable) {
  const used = sql`select key from usage_totals where dimension = 'app' and grain = 'month'`;
  return db.select({ id: apps.id, name: apps.name }).from(apps).where(sql`${apps.id}::text in (${used})`);
}

/** Published apps of the organisation that a word finds, whoever they are shown to: what a budget can be set for. */
export function searchPublishedApps(db: Queryable, keyword: string, limit: number) {
  return db
    .select({ id: apps.id, name: apps.name, ownerName: users.name })
    .from(apps)
    .innerJoin(users, eq(users.id, apps.ownerId))
    .where(and(isLive, isMade, isNotNull(apps.version), ilike(apps.name, likePattern(keyword))))
    .orderBy(asc(apps.name), asc(apps.id))
    .limit(limit);
}

/** Apps within reach that have one of these names. */
export function listAppsByName(db: Queryable, subjects: AppSubjects, names: readonly string[]) {
  if (names.length === 0) return Promise.resolve([]);
  return db
    .select({ id: apps.id, name: apps.name })
    .from(apps)
    .where(and(inArray(apps.name, [...names]), reachableApp(subjects, "use")))
    .orderBy(asc(apps.createdAt));
}
