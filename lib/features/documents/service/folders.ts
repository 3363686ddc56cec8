import "server-only";
import { db } from "@/db/client";
import { countDocuments, listFolders as listRows, lockDocumentLimits } from "@/db/queries/documents/documents";
import { documentFolders } from "@/db/schema/documents";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { isoTimes } from "@/lib/config/time";
import { foldersOf } from "@/lib/folders/folders";
import { P } from "@/lib/permissions/codes";
import type { FolderDto, FolderListDto } from "../dto";
import { FOLDERS_MAX } from "../schema";

const ACTIONS = {
  create: "document.folder.create",
  change: "document.folder.change",
  delete: "document.folder.delete",
} as const;

const folders = foldersOf({
  table: documentFolders,
  nameKey: "document_folders_name_key",
  permission: P.DOCUMENT,
  atMost: FOLDERS_MAX,
  lock: lockDocumentLimits,
  onChange: (tx, actor, { verb, id, name, formerName }) => {
    const before = formerName === undefined ? undefined : { name: formerName };
    return recordAuditEvent(tx, actor, { action: ACTIONS[verb], target: { type: "documentFolder", id, name }, before });
  },
});
export const { rename: renameFolder, remove: deleteFolder } = folders;

/** Own folders by name, with how many documents lie in each. */
export async function listFolders(actor: Actor): Promise<FolderListDto> {
  requirePermission(actor, P.DOCUMENT);
  const [rows, counts] = await Promise.all([listRows(db(), actor.id), countDocuments(db(), actor.id)]);
  return { items: rows.map(isoTimes), ...counts };
}

/** Throws foldersLimit and folderNameTaken. */
export async function createFolder(actor: Actor, name: string): Promise<FolderDto> {
  return { ...isoTimes(await folders.create(actor, name)), documents: 0 };
}
