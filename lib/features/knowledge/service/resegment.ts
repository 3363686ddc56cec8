import "server-only";
import { db } from "@/db/client";
import { updateBase } from "@/db/queries/knowledge/bases";
import { releaseFile, updateKnowledgeFile } from "@/db/queries/knowledge/file-changes";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { Segmentation } from "@/lib/retrieval/types";
import { isOpen, lastTask } from "@/lib/tasks/tasks";
import { requireBase } from "./bases";
import { requireFile } from "./files";
import { knowledgeFile, startIndexing } from "./indexing";

/** How files of a base are cut where nothing else is said. Throws notFound. */
export async function readBaseSegmentation(actor: Actor, baseId: string): Promise<Segmentation> {
  requirePermission(actor, P.KB_MANAGE);
  return (await requireBase(actor, baseId, "manage")).segmentation as Segmentation;
}

/**
 * Cuts a file anew, as it is told or else as its base does. The slices that answer stay until the new ones are whole, those made by hand are put back, and vectors of
 * words that stay the same are not bought again. One that waits for its settings is cut by them. Throws notFound, knowledgeFileBusy.
 */
export async function resegmentFile(
  actor: Actor,
  fileId: string,
  wanted: Segmentation | null,
  { asDefault = false }: { asDefault?: boolean } = {},
): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  await db().transaction(async (tx) => {
    const { file, base } = await requireFile(actor, fileId, "manage", tx);
    // Asked first: a reading that ends in this moment sees it, or has ended when its task is looked for.
    const wasHeld = await releaseFile(tx, fileId);
    const last = await lastTask(tx, knowledgeFile, file.versionId);
    const isRead = !(last && isOpen(last));
    if (!isRead && !wasHeld) throw new AppError("knowledgeFileBusy");
    const { versionId, name, size } = file;
    const segmentation = wanted ?? (base.segmentation as Segmentation);
    const own = asDefault ? null : wanted;
    await updateKnowledgeFile(tx, fileId, {
      segmentation: own,
      ...(isRead && { status: "segmenting", failure: null, finishedAt: null }),
    });
    await updateBase(tx, base.id, { ...(asDefault && { segmentation }), updatedAt: new Date() });
    const { embeddingModelId } = base;
    // What is still being read is cut as soon as that is done.
    if (isRead)
      await startIndexing(tx, actor, { versionId, baseId: base.id, name, size, segmentation, embeddingModelId });
    await recordAuditEvent(tx, actor, {
      action: "knowledge.file.resegment",
      target: { type: "knowledgeFile", id: fileId, name },
      after: { mode: segmentation.mode, maxTokens: segmentation.maxTokens, asDefault },
    });
  });
}
