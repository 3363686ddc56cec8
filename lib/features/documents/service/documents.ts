import "server-only";
import { db } from "@/db/client";
import {
  type DocumentRow,
  findDocument,
  findDuplicate,
  listDocuments as listRows,
  updateDocument,
  updateDocumentFile,
} from "@/db/queries/documents/documents";
import { findReadableFile, lockVolume, sumVolume } from "@/db/queries/files/files";
import { findFolder } from "@/db/queries/folders/folders";
import { documentFolders } from "@/db/schema/documents";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { volumeMax } from "@/lib/files/volume";
import { cancelReading, retryReading } from "@/lib/ingestion/reading";
import { nameLike } from "@/lib/parsing/inspect";
import { P } from "@/lib/permissions/codes";
import type { DocumentDto, DocumentListDto } from "../dto";
import type { DocumentPatch, DocumentQuery } from "../schema";
import { toDocument, withStates } from "./rows";

/** Own documents; `trash`: those that were deleted. */
export async function listDocuments(actor: Actor, query: DocumentQuery): Promise<DocumentListDto> {
  requirePermission(actor, P.DOCUMENT);
  const { page, pageSize, sort, direction, ...filter } = query;
  const ascending = direction ? direction === "asc" : sort === "name";
  const { rows, total } = await listRows(db(), actor.id, filter, { sort, ascending, page, pageSize });
  return { items: await withStates(rows, toDocument), total };
}

/** One own document; opening it counts as reading. Throws notFound. */
export async function openDocument(actor: Actor, id: string): Promise<DocumentDto> {
  await ownDocument(actor, id);
  await updateDocument(db(), actor.id, id, { lastReadAt: new Date() });
  return readDocument(actor, id);
}

/** One own document, live or in the trash. */
export async function readDocument(actor: Actor, id: string, at: "live" | "trash" = "live"): Promise<DocumentDto> {
  requirePermission(actor, P.DOCUMENT);
  const row = orNotFound(await findDocument(db(), actor.id, id, at));
  return orNotFound((await withStates([row], toDocument))[0]);
}

/** The row of an own live document. Throws notFound. */
export async function ownDocument(actor: Actor, id: string): Promise<DocumentRow> {
  requirePermission(actor, P.DOCUMENT);
  return orNotFound(await findDocument(db(), actor.id, id));
}

/** Renames a document (its kind stays) and moves it between folders. Throws notFound. */
export async function changeDocument(actor: Actor, id: string, patch: DocumentPatch): Promise<DocumentDto> {
  requirePermission(actor, P.DOCUMENT);
  await db().transaction(async (tx) => {
    const row = orNotFound(await findDocument(tx, actor.id, id));
    if (patch.folderId && !(await findFolder(tx, documentFolders, actor.id, patch.folderId)))
      throw new AppError("notFound");
    const name = patch.name === undefined ? row.name : nameLike(row.name, patch.name);
    if (name !== row.name) await updateDocumentFile(tx, actor.id, row.fileId, { name });
    if (patch.folderId !== undefined) await updateDocument(tx, actor.id, id, { folderId: patch.folderId });
    await recordAuditEvent(tx, actor, {
      action: "document.change",
      target: { type: "document", id, name },
      before: { name: row.name, folderId: row.folderId },
      after: { name, folderId: patch.folderId === undefined ? row.folderId : patch.folderId },
    });
  });
  return readDocument(actor, id);
}

/** Puts a document and its file in the trash, from which both are purged after 30 days. Throws notFound. */
export async function deleteDocument(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.DOCUMENT);
  await db().transaction(async (tx) => {
    const row = orNotFound(await findDocument(tx, actor.id, id));
    const deletedAt = new Date();
    await updateDocument(tx, actor.id, id, { deletedAt });
    await updateDocumentFile(tx, actor.id, row.fileId, { deletedAt });
    await recordAuditEvent(tx, actor, { action: "document.delete", target: { type: "document", id, name: row.name } });
  });
}

/** Takes a document back from the trash. Throws notFound, volumeExceeded, and documentDuplicate when the same file is there again. */
export async function restoreDocument(actor: Actor, id: string): Promise<DocumentDto> {
  requirePermission(actor, P.DOCUMENT);
  const most = await volumeMax();
  await db().transaction(async (tx) => {
    await lockVolume(tx, actor.id);
    const row = orNotFound(await findDocument(tx, actor.id, id, "trash"));
    await updateDocument(tx, actor.id, id, { deletedAt: null });
    await updateDocumentFile(tx, actor.id, row.fileId, { deletedAt: null });
    if ((await sumVolume(tx, actor.id)).kept > most) throw new AppError("volumeExceeded");
    const file = await findReadableFile(tx, actor.id, row.fileId);
    if (file) await assertNoDuplicate(tx, actor, file.sha256, id);
    await recordAuditEvent(tx, actor, { action: "document.restore", target: { type: "document", id, name: row.name } });
  });
  return readDocument(actor, id);
}

/** Throws documentDuplicate, naming the document that has these bytes (spec D8). */
export async function assertNoDuplicate(
  tx: Parameters<typeof findDuplicate>[0],
  actor: Actor,
  sha256: string,
  except?: string,
): Promise<void> {
  const found = await findDuplicate(tx, actor.id, sha256, except);
  if (found) throw new AppError("documentDuplicate", { data: { documentId: found.id, name: found.name } });
}

/** Reads a document anew from the stage that failed. Throws notFound and documentNotFailed. */
export async function retryDocument(actor: Actor, id: string): Promise<DocumentDto> {
  await retryReading((await ownDocument(actor, id)).versionId);
  return readDocument(actor, id);
}

/** Ends the reading of a document; it can be tried again. Throws notFound. */
export async function cancelDocument(actor: Actor, id: string): Promise<DocumentDto> {
  await cancelReading((await ownDocument(actor, id)).versionId);
  return readDocument(actor, id);
}
