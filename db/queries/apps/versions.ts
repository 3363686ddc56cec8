import { and, desc, eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { apps, appVersions } from "../../schema/apps";
import { users } from "../../schema/organisation";

/** An app's draft, locked until the transaction ends; the caller found the app in the person's scope. */
export async function lockDraft(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ settings: apps.draft, revision: apps.draftRevision, version: apps.version })
    .from(apps)
    .where(eq(apps.id, id))
    .for("update");
  return row ?? null;
}

/** An app's draft with who saved it last; the caller found the app in the person's scope. */
export async function findDraft(db: Queryable, id: string) {
  const [row] = await db
    .select({
      settings: apps.draft,
      revision: apps.draftRevision,
      savedAt: apps.draftAt,
      savedById: apps.draftById,
      savedByName: users.name,
    })
    .from(apps)
    .leftJoin(users, eq(users.id, apps.draftById))
    .where(eq(apps.id, id));
  return row ?? null;
}

export async function saveDraft(
  tx: Transaction,
  id: string,
  { settings, revision, userId }: { settings: object; revision: number; userId: string },
) {
  const now = new Date();
  const draft = { draft: settings, draftRevision: revision, draftAt: now, draftById: userId };
  await tx
    .update(apps)
    .set({ ...draft, updatedAt: now })
    .where(eq(apps.id, id));
}

/** Settings of one version; null where there is none. */
export async function findVersion(db: Queryable, appId: string, version: number) {
  const [row] = await db
    .select({ settings: appVersions.settings })
    .from(appVersions)
    .where(and(eq(appVersions.appId, appId), eq(appVersions.version, version)));
  return row ?? null;
}

/** Versions of an app, the newest first. */
export function listVersions(db: Queryable, appId: string) {
  return db
    .select({
      version: appVersions.version,
      note: appVersions.note,
      authorId: appVersions.authorId,
      authorName: users.name,
      createdAt: appVersions.createdAt,
    })
    .from(appVersions)
    .leftJoin(users, eq(users.id, appVersions.authorId))
    .where(eq(appVersions.appId, appId))
    .orderBy(desc(appVersions.version));
}

/** Writes the next version of an app; its number. Call it under `lockDraft`. */
export async function insertVersion(
  tx: Transaction,
  row: { appId: string; note: string; settings: object; authorId: string },
): Promise<number> {
  const next = sql<number>`(select coalesce(max(${appVersions.version}), 0) + 1 from ${appVersions} where ${eq(appVersions.appId, row.appId)})`;
  const [made] = await tx
    .insert(appVersions)
    .values({ ...row, version: next })
    .returning({ version: appVersions.version });
  return made!.version;
}
