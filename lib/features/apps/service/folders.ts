import "server-only";
import { db, type Transaction } from "@/db/client";
import { findApp } from "@/db/queries/apps/apps";
import { listAppFolders } from "@/db/queries/apps/categories";
import { markApp, moveApps } from "@/db/queries/apps/marks";
import { findVersion } from "@/db/queries/apps/versions";
import { lockUser } from "@/db/queries/auth/identity";
import { findFolder } from "@/db/queries/folders/folders";
import { appFolders } from "@/db/schema/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { foldersOf } from "@/lib/folders/folders";
import { P } from "@/lib/permissions/codes";
import { APP_FOLDERS_MAX } from "../limits";
import type { AppMark } from "../schema";
import { appReader } from "./subjects";

const folders = foldersOf({
  table: appFolders,
  nameKey: "app_folders_name_key",
  permission: P.APPS_WORKBENCH,
  atMost: APP_FOLDERS_MAX,
  lock: lockUser,
});
export const { rename: renameFolder, remove: deleteFolder } = folders;

/** Own folders of the workbench by name. */
export async function listFolders(actor: Actor): Promise<{ items: { id: string; name: string }[] }> {
  requirePermission(actor, P.APPS_WORKBENCH);
  return { items: await listAppFolders(db(), actor.id) };
}

/** Throws foldersLimit and folderNameTaken. */
export async function createFolder(actor: Actor, name: string): Promise<{ id: string }> {
  return { id: (await folders.create(actor, name)).id };
}

/** The caller found the apps in the person's scope. Throws notFound for a folder that is not theirs. */
export async function putInFolder(tx: Transaction, actor: Actor, ids: readonly string[], folderId: string | null) {
  if (folderId && !(await findFolder(tx, appFolders, actor.id, folderId))) throw new AppError("notFound");
  await moveApps(tx, actor.id, ids, folderId);
}

/** Makes an app a favourite, puts it into a folder, or stays with a version of it. Throws notFound. */
export async function changeMark(actor: Actor, id: string, { favourite, folderId, version }: AppMark): Promise<void> {
  requirePermission(actor, P.APPS);
  await db().transaction(async (tx) => {
    if (!(await findApp(tx, appReader(actor), id, version ? "use" : "see"))) throw new AppError("notFound");
    if (version !== undefined) {
      if (version !== null && !(await findVersion(tx, id, version))) throw new AppError("notFound");
      await markApp(tx, { userId: actor.id, appId: id }, { version });
    }
    if (folderId !== undefined) await putInFolder(tx, actor, [id], folderId);
    if (favourite !== undefined) {
      await markApp(tx, { userId: actor.id, appId: id }, { favouriteAt: favourite ? new Date() : null });
    }
  });
}
