import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  countFolders,
  type FolderTable,
  findFolder,
  insertFolder,
  removeFolder,
  renameFolder,
} from "@/db/queries/folders/folders";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { unlessTaken } from "@/lib/errors/taken";
import type { PermissionCode } from "@/lib/permissions/codes";

interface FolderKind {
  table: FolderTable;
  /** The table's constraint that a person's folders have different names. */
  nameKey: string;
  permission: PermissionCode;
  /** Folders of one person. */
  atMost: number;
  /** Makes counting and inserting one step (SECURITY rule 23). */
  lock(tx: Transaction, userId: string): Promise<unknown>;
  /** In the transaction of a change, with the name the folder has then, or had last. */
  onChange?(tx: Transaction, actor: Actor, change: FolderChange): Promise<void>;
}

export interface FolderChange {
  verb: "create" | "change" | "delete";
  id: string;
  name: string;
  /** Its name before it was changed. */
  formerName?: string;
}

/** The folders a person keeps things of one kind in. */
export function foldersOf({ table, nameKey, permission, atMost, lock, onChange }: FolderKind) {
  const change = <T>(actor: Actor, work: (tx: Transaction) => Promise<T>): Promise<T> => {
    requirePermission(actor, permission);
    return unlessTaken({ [nameKey]: ["folderNameTaken"] }, () => db().transaction(work));
  };
  const existing = async (tx: Transaction, actor: Actor, id: string) => {
    return orNotFound(await findFolder(tx, table, actor.id, id));
  };
  return {
    /** Throws foldersLimit and folderNameTaken. */
    create: (actor: Actor, name: string) =>
      change(actor, async (tx) => {
        await lock(tx, actor.id);
        if ((await countFolders(tx, table, actor.id)) >= atMost) {
          throw new AppError("foldersLimit", { args: { max: atMost } });
        }
        const folder = await insertFolder(tx, table, actor.id, name);
        await onChange?.(tx, actor, { verb: "create", id: folder.id, name });
        return folder;
      }),
    /** Throws notFound and folderNameTaken. */
    rename: (actor: Actor, id: string, name: string) =>
      change(actor, async (tx) => {
        const { name: formerName } = await existing(tx, actor, id);
        await renameFolder(tx, table, actor.id, id, name);
        await onChange?.(tx, actor, { verb: "change", id, name, formerName });
      }),
    /** Deletes a folder; what lies in it stays, in no folder. Throws notFound. */
    remove: (actor: Actor, id: string) =>
      change(actor, async (tx) => {
        const { name } = await existing(tx, actor, id);
        await removeFolder(tx, table, actor.id, id);
        await onChange?.(tx, actor, { verb: "delete", id, name });
      }),
  };
}
