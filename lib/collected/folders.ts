import "server-only";
import { db } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import {
  countCollected,
  countCollectionFolders,
  insertCollectionFolder,
  listCollectionFolders,
  removeCollectionFolder,
  renameCollectionFolder,
} from "@/db/queries/collected/collected";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { unlessTaken } from "@/lib/errors/taken";
import { P } from "@/lib/permissions/codes";
import type { CollectionFolderDto, CollectionFolderListDto } from "./dto";
import { COLLECTION_FOLDERS_MAX } from "./limits";

const TAKEN = { collection_folders_name_key: ["folderNameTaken"] } as const;

/** Own folders by name, with how many items lie in each. */
export async function readFolders(actor: Actor): Promise<CollectionFolderListDto> {
  requirePermission(actor, P.USER);
  const [items, all] = await Promise.all([listCollectionFolders(db(), actor.id), countCollected(db(), actor.id)]);
  return { items, all };
}

/** Throws foldersLimit and folderNameTaken. */
export async function createCollectionFolder(actor: Actor, name: string): Promise<CollectionFolderDto> {
  requirePermission(actor, P.USER);
  return unlessTaken(TAKEN, () =>
    db().transaction(async (tx) => {
      await lockUser(tx, actor.id);
      if ((await countCollectionFolders(tx, actor.id)) >= COLLECTION_FOLDERS_MAX) {
        throw new AppError("foldersLimit", { args: { max: COLLECTION_FOLDERS_MAX } });
      }
      return { ...(await insertCollectionFolder(tx, actor.id, name)), items: 0 };
    }),
  );
}

/** Throws notFound and folderNameTaken. */
export async function changeCollectionFolder(actor: Actor, id: string, name: string): Promise<void> {
  requirePermission(actor, P.USER);
  const isThere = await unlessTaken(TAKEN, () => renameCollectionFolder(db(), actor.id, id, name));
  if (!isThere) throw new AppError("notFound");
}

/** Deletes a folder; what lies in it stays, in no folder. Throws notFound. */
export async function deleteCollectionFolder(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.USER);
  if (!(await removeCollectionFolder(db(), actor.id, id))) throw new AppError("notFound");
}
