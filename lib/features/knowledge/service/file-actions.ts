import "server-only";
import { db, type Transaction } from "@/db/client";
import { type BaseRow, updateBase } from "@/db/queries/knowledge/bases";
import { moveToBase, updateKnowledgeFile } from "@/db/queries/knowledge/file-changes";
import type { KnowledgeFileRow } from "@/db/queries/knowledge/files";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { Segmentation } from "@/lib/retrieval/types";
import { endAsCancelled, isOpen, lastTask } from "@/lib/tasks/tasks";
import { TAGS_MAX } from "../limits";
import type { FileAction } from "../schema";
import { requireBase } from "./bases";
import { changeFile } from "./file-details";
import { assertNoDuplicate, deleteFile, requireFile, restoreFile, retryFile, target } from "./files";
import { knowledgeFile, startIndexing } from "./indexing";
import { resegmentFile } from "./resegment";

/** One file by what is to be done with many. Throws what the action throws for one. */
export async function applyAction(actor: Actor, baseId: string, id: string, action: FileAction): Promise<void> {
  switch (action.kind) {
    case "delete":
      return deleteFile(actor, id);
    case "restore":
      await restoreFile(actor, id);
      return;
    case "retry":
      await retryFile(actor, id);
      return;
    case "move":
      if (action.baseId && action.baseId !== baseId) return moveFile(actor, id, { ...action, baseId: action.baseId });
      await changeFile(actor, id, { folder: action.folder });
      return;
    case "tag":
      return tagFile(actor, id, action);
    case "resegment":
      return resegmentFile(actor, id, action.segmentation);
  }
}

async function tagFile(actor: Actor, id: string, { add, remove }: { add: string[]; remove: string[] }): Promise<void> {
  const { file } = await requireFile(actor, id, "manage");
  const tags = [...new Set([...file.tags.filter((tag) => !remove.includes(tag)), ...add])];
  if (tags.length > TAGS_MAX) throw new AppError("invalidInput", { data: { fields: { tags: "tooMany" } } });
  await changeFile(actor, id, { tags });
}

/**
 * A file becomes another base's, with its slices: what answers goes on answering there. Where the other base's vectors are
 * a different model's it is indexed anew. Throws notFound, knowledgeFileExists.
 */
async function moveFile(
  actor: Actor,
  id: string,
  { baseId, folder }: { baseId: string; folder: string },
): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  await db().transaction(async (tx) => {
    const { file, base } = await requireFile(actor, id, "manage", tx);
    const to = await requireBase(actor, baseId, "manage", tx);
    await assertNoDuplicate(tx, actor, to.id, file);
    // What was cut by its base's settings keeps them.
    await updateKnowledgeFile(tx, id, { segmentation: file.segmentation ?? base.segmentation });
    const wasOpen = await endWork(tx, actor, file.versionId);
    await moveToBase(tx, file, { baseId: to.id, folder });
    if (wasOpen || base.embeddingModelId !== to.embeddingModelId) await indexAgain(tx, actor, file, to);
    for (const each of [base, to]) await updateBase(tx, each.id, { updatedAt: new Date() });
    const [before, after] = [{ baseId: base.id }, { baseId: to.id, folder }];
    await recordAuditEvent(tx, actor, { action: "knowledge.file.move", target: target(file), before, after });
  });
}

/** Ends what is made of a version; true when something was under way. */
export async function endWork(tx: Transaction, actor: Actor, versionId: string): Promise<boolean> {
  const last = await lastTask(tx, knowledgeFile, versionId);
  return last !== null && isOpen(last) && endAsCancelled(tx, last.id, actor);
}

/** A file is made searchable from its current version on; what answers goes on answering until that is whole. */
export async function indexAgain(tx: Transaction, actor: Actor, file: KnowledgeFileRow, base: BaseRow): Promise<void> {
  const { versionId, name, size, segmentation } = file;
  await endWork(tx, actor, versionId);
  await updateKnowledgeFile(tx, file.id, { status: "uploaded", failure: null, finishedAt: null });
  await startIndexing(tx, actor, {
    ...{ versionId, name, size, baseId: base.id, embeddingModelId: base.embeddingModelId },
    segmentation: (segmentation ?? base.segmentation) as Segmentation,
  });
}
