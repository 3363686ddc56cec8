import "server-only";
import { db } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import { countCollected, listCollectionFolders } from "@/db/queries/collected/collected";
import { collectionFolders } from "@/db/schema/collected";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { foldersOf } from "@/lib/folders/folders";
import { P } from "@/lib/permissions/codes";
import type { CollectionFolderDto, CollectionFolderListDto } from "./dto";
import { COLLECTION_FOLDERS_MAX } from "./limits";

const folders = foldersOf({
  table: collectionFolders,
  nameKey: "collection_folders_name_key",
  permission: P.USER,
  atMost: COLLECTION_FOLDERS_MAX,
  lock: lockUser,
});
export const { rename: changeCollectionFolder, remove: deleteCollectionFolder } = folders;

/** Own folders by name, with how many items lie in each. */
export async function readFolders(actor: Actor): Promise<CollectionFolderListDto> {
  requirePermission(actor, P.USER);
  const [items, all] = await Promise.all([listCollectionFolders(db(), actor.id), countCollected(db(), actor.id)]);
  return { items, all };
}

/** Throws foldersLimit and folderNameTaken. */
export async function createCollectionFolder(actor: Actor, name: string): Promise<CollectionFolderDto> {
  return { id: (await folders.create(actor, name)).id, name, items: 0 };
}
