import "server-only";
import { db, violatedConstraint } from "@/db/client";
import {
  countDocuments,
  countFolders,
  findFolder,
  insertFolder,
  listFolders as listRows,
  lockDocumentLimits,
  removeFolder,
  updateFolder,
} from "@/db/queries/documents/documents";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { FolderDto, FolderListDto } from "../dto";
import { FOLDERS_MAX } from "../schema";

/** Own folders by name, with how many documents lie in each. */
export async function listFolders(actor: Actor): Promise<FolderListDto> {
  requirePermission(actor, P.DOCUMENT);
  const [rows, counts] = await Promise.all([listRows(db(), actor.id), countDocuments(db(), actor.id)]);
  return { items: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), ...counts };
}

/** Throws foldersLimit and folderNameTaken. */
export async function createFolder(actor: Actor, name: string): Promise<FolderDto> {
  requirePermission(actor, P.DOCUMENT);
  return naming(() =>
    db().transaction(async (tx) => {
      await lockDocumentLimits(tx);
      if ((await countFolders(tx, actor.id)) >= FOLDERS_MAX) {
        throw new AppError("foldersLimit", { args: { max: FOLDERS_MAX } });
      }
      const { id, createdAt } = await insertFolder(tx, actor.id, name);
      await recordAuditEvent(tx, actor, {
        action: "document.folder.create",
        target: { type: "documentFolder", id, name },
      });
      return { id, name, documents: 0, createdAt: createdAt.toISOString() };
    }),
  );
}

/** Throws notFound and folderNameTaken. */
export async function renameFolder(actor: Actor, id: string, name: string): Promise<void> {
  requirePermission(actor, P.DOCUMENT);
  await naming(() =>
    db().transaction(async (tx) => {
      const before = await findFolder(tx, actor.id, id);
      if (!before) throw new AppError("notFound");
      await updateFolder(tx, actor.id, id, name);
      const target = { type: "documentFolder", id, name };
      await recordAuditEvent(tx, actor, { action: "document.folder.change", target, before: { name: before.name } });
    }),
  );
}

/** Deletes a folder; its documents stay, in no folder. Throws notFound. */
export async function deleteFolder(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.DOCUMENT);
  await db().transaction(async (tx) => {
    const folder = await findFolder(tx, actor.id, id);
    if (!folder) throw new AppError("notFound");
    await removeFolder(tx, actor.id, id);
    const target = { type: "documentFolder", id, name: folder.name };
    await recordAuditEvent(tx, actor, { action: "document.folder.delete", target });
  });
}

async function naming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) === "document_folders_name_key") throw new AppError("folderNameTaken");
    throw error;
  }
}
