import "server-only";
import { db } from "@/db/client";
import { updateBase } from "@/db/queries/knowledge/bases";
import { updateKnowledgeFile } from "@/db/queries/knowledge/file-changes";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { Segmentation } from "@/lib/retrieval/types";
import { isOpen, lastTask } from "@/lib/tasks/tasks";
import { requireFile } from "./files";
import { knowledgeFile, startIndexing } from "./indexing";

/**
 * Cuts a file anew, as it is told or else as its base does. The slices that answer stay until the new ones are whole, those made by hand are put back, and vectors of
 * words that stay the same are not bought again. Throws notFound, knowledgeFileBusy.
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
    const last = await lastTask(tx, knowledgeFile, file.versionId);
    if (last && isOpen(last)) throw new AppError("knowledgeFileBusy");
    const { versionId, name, size } = file;
    const segmentation = wanted ?? (base.segmentation as Segmentation);
    const own = asDefault ? null : wanted;
    await updateKnowledgeFile(tx, fileId, { segmentation: own, status: "segmenting", failure: null, finishedAt: null });
    await updateBase(tx, base.id, { ...(asDefault && { segmentation }), updatedAt: new Date() });
    const { embeddingModelId } = base;
    await startIndexing(tx, actor, { versionId, baseId: base.id, name, size, segmentation, embeddingModelId });
    await recordAuditEvent(tx, actor, {
      action: "knowledge.file.resegment",
      target: { type: "knowledgeFile", id: fileId, name },
      after: { mode: segmentation.mode, maxTokens: segmentation.maxTokens, asDefault },
    });
  });
}
