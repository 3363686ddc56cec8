import "server-only";
import { db, type Transaction } from "@/db/client";
import { findFileToCopy } from "@/db/queries/knowledge/base-copies";
import { type BaseRow, updateBase } from "@/db/queries/knowledge/bases";
import {
  moveToBase,
  renameKnowledgeFile,
  trashKnowledgeFile,
  updateKnowledgeFile,
} from "@/db/queries/knowledge/file-changes";
import type { KnowledgeFileRow } from "@/db/queries/knowledge/files";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { ObjectMissing } from "@/lib/errors/object-missing";
import { P } from "@/lib/permissions/codes";
import type { Segmentation } from "@/lib/retrieval/types";
import type { FileAction } from "../schema";
import { requireBase } from "./bases";
import { copyAsVersion, copyFile } from "./file-copy";
import { assertNoDuplicate, requireFile, target } from "./files";
import { endWork, indexAgain } from "./indexing";
import { placeName } from "./names";

type Placed = Omit<Extract<FileAction, { kind: "copy" }>, "kind">;

/**
 * A file goes into another folder or base with its slices, versions and what people changed: what answers goes on answering
 * there. Where the other base's vectors are a different model's it is indexed anew. Where it is to replace one of its name it
 * becomes that one's newest version and leaves its own place. Throws notFound, knowledgeFileExists, knowledgeFileNameTaken.
 */
export async function moveFile(actor: Actor, id: string, place: Placed): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  const replaces = await db().transaction(async (tx) => {
    const found = await findPlace(tx, actor, id, place);
    if (found.replaces === null) await putThere(tx, actor, found, place.folder);
    return found.replaces;
  });
  if (replaces === null) return;
  await copyAsVersion(actor, await bytesOf(id), {
    replaces,
    before: async (tx) => {
      const { file, base } = await requireFile(actor, id, "manage", tx);
      await endWork(tx, actor, file.versionId);
      await trashKnowledgeFile(tx, file);
      await updateBase(tx, base.id, { updatedAt: new Date() });
      await recordMove(tx, actor, { file, base }, place);
    },
  }).catch(lostIsMissing);
}

/** The same without leaving where it is; another base alone can have it twice. Throws as `moveFile`. */
export async function copyFileInto(actor: Actor, id: string, place: Placed): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  const { file, base, to, replaces } = await findPlace(db(), actor, id, place);
  if (to.id === base.id) throw new AppError("knowledgeFileExists", { args: { name: file.name }, data: { id } });
  const bytes = await bytesOf(id);
  const record = (tx: Transaction) =>
    recordAuditEvent(tx, actor, {
      action: "knowledge.file.copy",
      target: target(file),
      before: { baseId: base.id, folder: file.folder },
      after: { baseId: to.id, folder: place.folder },
    });
  if (replaces) {
    await copyAsVersion(actor, bytes, { replaces, before: record }).catch(lostIsMissing);
    return;
  }
  await copyFile(actor, bytes, {
    ...{ base: to, folder: place.folder },
    segmentation: (file.segmentation ?? base.segmentation) as Segmentation,
    name: async (tx) => {
      // Either right may have been withdrawn, or another file come, while the bytes were copied.
      const { name } = await findPlace(tx, actor, id, place);
      await record(tx);
      return name;
    },
  }).catch(lostIsMissing);
}

/** What is copied of a file. Throws notFound. */
export const bytesOf = async (id: string) => orNotFound(await findFileToCopy(db(), id));

/** Bytes that are lost are a file that is missing. */
export function lostIsMissing(error: unknown): never {
  throw error instanceof ObjectMissing ? new AppError("notFound") : error;
}

interface Found {
  file: KnowledgeFileRow;
  base: BaseRow;
  to: BaseRow;
  name: string;
}

/** A file, where it goes and what it is called there. Throws notFound, knowledgeFileExists, knowledgeFileNameTaken. */
async function findPlace(
  at: Transaction | ReturnType<typeof db>,
  actor: Actor,
  id: string,
  { baseId, folder, sameName }: Placed,
): Promise<Found & { replaces: string | null }> {
  const { file, base } = await requireFile(actor, id, "manage", at);
  const to = await requireBase(actor, baseId, "manage", at);
  await assertNoDuplicate(at, actor, to.id, file, id);
  return { file, base, to, ...(await placeName(at, actor, { baseId, folder, name: file.name, sameName }, id)) };
}

async function putThere(tx: Transaction, actor: Actor, { file, base, to, name }: Found, folder: string): Promise<void> {
  if (name !== file.name) await renameKnowledgeFile(tx, file.fileId, name);
  if (to.id === base.id) await updateKnowledgeFile(tx, file.id, { folder });
  else {
    // What was cut by its base's settings keeps them.
    await updateKnowledgeFile(tx, file.id, { segmentation: file.segmentation ?? base.segmentation });
    const wasOpen = await endWork(tx, actor, file.versionId);
    await moveToBase(tx, file, { baseId: to.id, folder });
    if (wasOpen || base.embeddingModelId !== to.embeddingModelId) await indexAgain(tx, actor, file, to);
    await updateBase(tx, base.id, { updatedAt: new Date() });
  }
  await updateBase(tx, to.id, { updatedAt: new Date() });
  await recordMove(tx, actor, { file, base }, { baseId: to.id, folder });
}

const recordMove = (
  tx: Transaction,
  actor: Actor,
  { file, base }: Pick<Found, "file" | "base">,
  { baseId, folder }: Pick<Placed, "baseId" | "folder">,
) =>
  recordAuditEvent(tx, actor, {
    action: "knowledge.file.move",
    target: target(file),
    before: { baseId: base.id, folder: file.folder },
    after: { baseId, folder },
  });
