import "server-only";
import { db } from "@/db/client";
import { listChatFolders } from "@/db/queries/conversation/folders";
import { lockChatSessions } from "@/db/queries/conversation/sessions";
import { chatFolders } from "@/db/schema/conversation";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { foldersOf } from "@/lib/folders/folders";
import { P } from "@/lib/permissions/codes";
import type { ChatFolderDto } from "../dto";
import { CHAT_FOLDERS_MAX } from "../limits";

const folders = foldersOf({
  table: chatFolders,
  nameKey: "chat_folders_name_key",
  permission: P.CHAT,
  atMost: CHAT_FOLDERS_MAX,
  lock: lockChatSessions,
});
export const { rename: renameFolder, remove: deleteFolder } = folders;

/** Own folders of chats by name. */
export async function listFolders(actor: Actor): Promise<{ items: ChatFolderDto[] }> {
  requirePermission(actor, P.CHAT);
  return { items: await listChatFolders(db(), actor.id) };
}

/** Throws foldersLimit and folderNameTaken. */
export async function createFolder(actor: Actor, name: string): Promise<ChatFolderDto> {
  return { id: (await folders.create(actor, name)).id, name };
}
