import "server-only";
import { db, violatedConstraint } from "@/db/client";
import {
  countChatFolders,
  insertChatFolder,
  listChatFolders,
  removeChatFolder,
  renameChatFolder,
} from "@/db/queries/conversation/folders";
import { lockChatSessions } from "@/db/queries/conversation/sessions";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { ChatFolderDto } from "../dto";
import { CHAT_FOLDERS_MAX } from "../limits";

/** Own folders of chats by name. */
export async function listFolders(actor: Actor): Promise<{ items: ChatFolderDto[] }> {
  requirePermission(actor, P.CHAT);
  return { items: await listChatFolders(db(), actor.id) };
}

/** Throws foldersLimit and folderNameTaken. */
export async function createFolder(actor: Actor, name: string): Promise<ChatFolderDto> {
  requirePermission(actor, P.CHAT);
  return naming(() =>
    db().transaction(async (tx) => {
      await lockChatSessions(tx, actor.id);
      if ((await countChatFolders(tx, actor.id)) >= CHAT_FOLDERS_MAX) {
        throw new AppError("foldersLimit", { args: { max: CHAT_FOLDERS_MAX } });
      }
      return insertChatFolder(tx, actor.id, name);
    }),
  );
}

/** Throws notFound and folderNameTaken. */
export async function renameFolder(actor: Actor, id: string, name: string): Promise<void> {
  requirePermission(actor, P.CHAT);
  const isThere = await naming(() => renameChatFolder(db(), actor.id, id, name));
  if (!isThere) throw new AppError("notFound");
}

/** Deletes a folder; its chats stay, in no folder. Throws notFound. */
export async function deleteFolder(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CHAT);
  if (!(await removeChatFolder(db(), actor.id, id))) throw new AppError("notFound");
}

async function naming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) === "chat_folders_name_key") throw new AppError("folderNameTaken");
    throw error;
  }
}
