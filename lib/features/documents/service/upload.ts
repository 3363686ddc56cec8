import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db } from "@/db/client";
import {
  findDocumentOfFile,
  insertDocument,
  listDocumentVersions,
  updateDocument,
} from "@/db/queries/documents/documents";
import { findFolder } from "@/db/queries/folders/folders";
import { documentFolders } from "@/db/schema/documents";
import type { DocumentFormat } from "@/db/schema/parsing";
import { APP } from "@/lib/areas/apps";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { isoTimes } from "@/lib/config/time";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { repeatVersion, type StoredUpload, uploadFile, uploadVersion } from "@/lib/files/upload";
import { startReading } from "@/lib/ingestion/reading";
import { declaredEncoding, formatOfUpload, inspectUpload, isReadOtherwise } from "@/lib/parsing/inspect";
import { parseStates } from "@/lib/parsing/state";
import { P } from "@/lib/permissions/codes";
import { hrefOf } from "../app";
import type { DocumentDto, DocumentVersionDto } from "../dto";
import { assertNoDuplicate, ownDocument, readDocument } from "./documents";

/** spec 9: 20M; `PURPOSE_SIZE_MAX` and the basic config hold the figure. */
const PURPOSE = "document";

/**
 * Takes in one document: multipart `file`, `filename`, optional `folderId`, or the `uploadId` of a resumable one. A file of
 * a batch is a call of its own, so one refusal stops no other (spec D8). Throws what an upload throws, documentType,
 * documentOldFormat, documentDuplicate, notFound (folder), and what looking at the bytes finds: documentScanned, documentEncrypted, documentBroken, documentEmpty, visionModelMissing.
 */
export async function uploadDocument(actor: Actor, request: Request): Promise<DocumentDto> {
  requirePermission(actor, P.DOCUMENT);
  let format: DocumentFormat | undefined;
  let folderId: string | null = null;
  const { id: file } = await uploadFile(actor, request, {
    purpose: PURPOSE,
    check: async (upload) => {
      folderId = await folderOf(actor, upload.fields.get("folderId"));
      format = await examine(actor, upload);
    },
    write: async (tx, upload) => {
      const { fileId, versionId, name, size, sha256, type } = upload;
      if (!format) throw new AppError("documentType");
      // Uploads of one person finish one after the other: here two of the same bytes meet.
      await assertNoDuplicate(tx, actor, sha256);
      const id = v7();
      await insertDocument(tx, { id, userId: actor.id, fileId, folderId });
      const encoding = declaredEncoding(upload, format);
      await startReading(tx, { versionId, format, encoding, app: APP.DOCUMENT, href: hrefOf(id) });
      const target = { type: "document", id, name };
      await recordAuditEvent(tx, actor, { action: "document.upload", target, after: { size, type } });
    },
  });
  // A resumable upload asked for once more answers what it became the first time.
  return readDocument(actor, orNotFound(await findDocumentOfFile(db(), actor.id, file)).id);
}

/** Replaces a document's file by a newer one; conversations keep citing the version they saw (spec D5). */
export async function replaceDocument(actor: Actor, id: string, request: Request): Promise<DocumentDto> {
  const document = await ownDocument(actor, id);
  let format: DocumentFormat | undefined;
  await uploadVersion(actor, request, document.fileId, {
    purpose: PURPOSE,
    check: async (upload) => {
      format = await examine(actor, upload);
    },
    write: async (tx, upload) => {
      const { versionId, name, size, sha256, type } = upload;
      if (!format) throw new AppError("documentType");
      const encoding = declaredEncoding(upload, format);
      await startReading(tx, { versionId, format, encoding, app: APP.DOCUMENT, href: hrefOf(id) });
      // Among the live ones is this document by now, with these very bytes.
      await assertNoDuplicate(tx, actor, sha256, id);
      await updateDocument(tx, actor.id, id, { lastReadAt: new Date() });
      const target = { type: "document", id, name };
      const before = { name: document.name, size: document.size };
      await recordAuditEvent(tx, actor, { action: "document.replace", target, before, after: { name, size, type } });
    },
  });
  return readDocument(actor, id);
}

/**
 * Reads a text anew in the encoding a person chose, as a version of its own: what was read and cited before stays. Asked for
 * the encoding it is in, it does nothing. Throws notFound, documentNotText, volumeExceeded.
 */
export async function rereadDocument(actor: Actor, id: string, encoding: string): Promise<DocumentDto> {
  requirePermission(actor, P.DOCUMENT);
  const { fileId, format, name, parse } = await readDocument(actor, id);
  if (!isReadOtherwise({ format, encoding: parse.encoding }, encoding)) return readDocument(actor, id);
  await repeatVersion(actor, fileId, PURPOSE, async (tx, versionId) => {
    await startReading(tx, { versionId, format, encoding, app: APP.DOCUMENT, href: hrefOf(id) });
    await updateDocument(tx, actor.id, id, { lastReadAt: new Date() });
    const before = { encoding: parse.encoding?.name ?? null };
    const target = { type: "document", id, name };
    await recordAuditEvent(tx, actor, { action: "document.reread", target, before, after: { encoding } });
  });
  return readDocument(actor, id);
}

/** Versions of a document, newest first. Throws notFound. */
export async function listVersions(actor: Actor, id: string): Promise<{ items: DocumentVersionDto[] }> {
  requirePermission(actor, P.DOCUMENT);
  const rows = await listDocumentVersions(db(), actor.id, id);
  if (rows.length === 0) throw new AppError("notFound");
  const states = await parseStates(rows.map((row) => row.versionId));
  const items = rows.flatMap((row) => {
    const parse = states.get(row.versionId);
    return parse ? { ...isoTimes(row), parse } : [];
  });
  return { items };
}

async function folderOf(actor: Actor, wanted: string | undefined): Promise<string | null> {
  if (!wanted) return null;
  const id = z.uuid().safeParse(wanted);
  if (!id.success || !(await findFolder(db(), documentFolders, actor.id, id.data))) throw new AppError("notFound");
  return id.data;
}

/** What a file is, by content and name, once a look at its bytes found it readable. */
async function examine(actor: Actor, upload: StoredUpload): Promise<DocumentFormat> {
  const format = formatOfUpload(upload);
  await assertNoDuplicate(db(), actor, upload.sha256);
  await inspectUpload(actor, { storageKey: upload.storageKey, format });
  return format;
}
