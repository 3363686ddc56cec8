import "server-only";
import { db } from "@/db/client";
import { findDeletedBase, updateBase } from "@/db/queries/knowledge/bases";
import { listFileIds } from "@/db/queries/knowledge/files";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { assertUnused } from "@/lib/owned/uses";
import { P } from "@/lib/permissions/codes";
import { BATCH_FILES_MAX } from "../limits";
import { requireBase, target } from "./bases";
import { startBatch } from "./file-batch";

/** Puts a base in the trash, for its owner alone; it answers nobody from now on, and nothing more is bought for it. Throws notFound, noPermission. */
export async function deleteBase(actor: Actor, id: string, confirmed = false): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  await db().transaction(async (tx) => {
    const base = await requireBase(actor, id, "manage", tx);
    if (base.ownerId !== actor.id) throw new AppError("noPermission");
    await assertUnused(tx, actor, { of: "base", ids: [id], confirmed });
    await updateBase(tx, id, { deletedAt: new Date() });
    await recordAuditEvent(tx, actor, { action: "knowledge.base.delete", target: target(base) });
  });
}

/** Takes an own base back from the trash; files whose work ended with it are taken up again. Throws notFound. */
export async function restoreBase(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  await db().transaction(async (tx) => {
    const base = await findDeletedBase(tx, subjectsOf(actor), id);
    if (!base) throw new AppError("notFound");
    await updateBase(tx, id, { deletedAt: null });
    await recordAuditEvent(tx, actor, { action: "knowledge.base.restore", target: target(base) });
    const subjects = subjectsOf(actor);
    const ids = await listFileIds(tx, subjects, id, { failure: "knowledgeBaseDeleted" }, BATCH_FILES_MAX);
    if (ids.length > 0) await startBatch(tx, actor, base, { action: { kind: "retry" }, ids });
  });
}
