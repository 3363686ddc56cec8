import "server-only";
import { db } from "@/db/client";
import {
  CHAT_PURPOSE,
  type ChatFileRow,
  findChatFiles,
  listAskedFiles as listAskedRows,
} from "@/db/queries/chat/files";
import { softDeleteFile } from "@/db/queries/files/files";
import type { DocumentFormat } from "@/db/schema/parsing";
import { APP } from "@/lib/areas/apps";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { isPicture } from "@/lib/conversation/talk/pictures";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { repeatVersion, uploadFile } from "@/lib/files/upload";
import { cancelReading, retryReading, startReading } from "@/lib/ingestion/reading";
import type { Mention } from "@/lib/palette/finder";
import { formatOf } from "@/lib/parsing/formats";
import { declaredEncoding, formatOfUpload, inspectUpload, isReadOtherwise } from "@/lib/parsing/inspect";
import { parseStates } from "@/lib/parsing/state";
import type { ParseStateDto } from "@/lib/parsing/types";
import { P } from "@/lib/permissions/codes";
import type { ChatFileDto } from "../dto";

/**
 * Takes in one file of a question: multipart `file`, `filename`. One file a call, so that a refusal stops no other. A
 * document is read in the background; a picture goes to the model as it is. Throws what an upload throws, documentType,
 * documentOldFormat, and what looking at the bytes finds: documentScanned, documentEncrypted, documentBroken, documentEmpty.
 */
export async function uploadChatFile(actor: Actor, request: Request): Promise<ChatFileDto> {
  requirePermission(actor, P.CHAT);
  let format: DocumentFormat | null = null;
  const { id } = await uploadFile(actor, request, {
    purpose: CHAT_PURPOSE,
    check: async (upload) => {
      format = formatOfUpload(upload);
      if (format !== "image") await inspectUpload(actor, { storageKey: upload.storageKey, format });
    },
    write: async (tx, upload) => {
      const { fileId, versionId, name, size, type } = upload;
      if (format && format !== "image") {
        const encoding = declaredEncoding(upload, format);
        await startReading(tx, { versionId, format, encoding, app: APP.CHAT });
      }
      const target = { type: "file", id: fileId, name };
      await recordAuditEvent(tx, actor, { action: "file.upload", target, after: { size, type } });
    },
  });
  return readChatFile(actor, id);
}

/** Own files by their ids, with how far each is; those that are not there, or not theirs, are missing. */
export async function listChatFiles(actor: Actor, ids: readonly string[]): Promise<{ items: ChatFileDto[] }> {
  requirePermission(actor, P.CHAT);
  const rows = await findChatFiles(db(), actor.id, ids);
  const states = await parseStates(rows.map(({ versionId }) => versionId));
  const byId = new Map(rows.map((row) => [row.fileId, toDto(row, states.get(row.versionId))]));
  return { items: ids.flatMap((id) => byId.get(id) ?? []) };
}

/** Files of own questions by name, the last asked about first; the chat they were in tells those of one name apart. */
export async function listAskedFiles(actor: Actor, keyword: string | undefined, limit: number): Promise<Mention[]> {
  requirePermission(actor, P.CHAT);
  const rows = await listAskedRows(db(), actor.id, { keyword, limit });
  return rows.map(({ id, name, title }) => ({ id, label: name, detail: title || undefined }));
}

/** Puts a file of a question in the trash; what is reading it ends. Throws notFound. */
export async function deleteChatFile(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CHAT);
  const { versionId } = await ownFile(actor, id);
  await db().transaction(async (tx) => {
    const file = orNotFound(await softDeleteFile(tx, actor.id, id));
    await recordAuditEvent(tx, actor, { action: "file.delete", target: { type: "file", id, name: file.name } });
  });
  await cancelReading(versionId);
}

/** Reads a file anew from the stage that failed. Throws notFound and documentNotFailed. */
export async function retryChatFile(actor: Actor, id: string): Promise<ChatFileDto> {
  requirePermission(actor, P.CHAT);
  const { versionId } = await ownFile(actor, id);
  await retryReading(versionId);
  return readChatFile(actor, id);
}

/**
 * Reads a text anew in the encoding a person chose, as a version of its own: what was asked and cited before stays. Asked for
 * the encoding it is in, it does nothing. Throws notFound, documentNotText, volumeExceeded.
 */
export async function rereadChatFile(actor: Actor, id: string, encoding: string): Promise<ChatFileDto> {
  requirePermission(actor, P.CHAT);
  const { format, name, encoding: found } = await readChatFile(actor, id);
  if (!isReadOtherwise({ format, encoding: found }, encoding)) return readChatFile(actor, id);
  await repeatVersion(actor, id, CHAT_PURPOSE, async (tx, versionId) => {
    await startReading(tx, { versionId, format, encoding, app: APP.CHAT });
    const target = { type: "file", id, name };
    const before = { encoding: found?.name ?? null };
    await recordAuditEvent(tx, actor, { action: "file.reread", target, before, after: { encoding } });
  });
  return readChatFile(actor, id);
}

async function ownFile(actor: Actor, id: string): Promise<ChatFileRow> {
  const [row] = await findChatFiles(db(), actor.id, [id], "uploaded");
  if (!row) throw new AppError("notFound");
  return row;
}

async function readChatFile(actor: Actor, id: string): Promise<ChatFileDto> {
  const [file] = (await listChatFiles(actor, [id])).items;
  if (!file) throw new AppError("notFound");
  return file;
}

function toDto(row: ChatFileRow, parse: ParseStateDto | undefined): ChatFileDto {
  const { fileId: id, name, size, type, sha256, versionId } = row;
  const format = isPicture(type) ? "image" : (row.format ?? formatOf(name, type) ?? "txt");
  // What nobody asked to be read is read with its question.
  const state = !parse || parse.status === "ready" ? "ready" : parse.failure ? "failed" : "reading";
  return {
    id,
    name,
    size,
    type,
    sha256,
    versionId,
    format,
    state,
    progress: parse?.progress ?? 0,
    error: parse?.failure?.error ?? null,
    ...(parse?.encoding && { encoding: parse.encoding }),
  };
}
