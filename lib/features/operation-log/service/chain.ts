import "server-only";
import { db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { findPersonName } from "@/db/queries/roles/roles";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { invalidateConfig, readConfig } from "@/lib/config/system-config";
import { isoTimes } from "@/lib/config/time";
import { assertCurrent } from "@/lib/editing/current";
import { revisionOf } from "@/lib/editing/revision";
import { AppError } from "@/lib/errors/errors";
import { readHead } from "@/lib/operation-log/head";
import { readVerification, startVerification, type VerificationTask } from "@/lib/operation-log/verification";
import { P } from "@/lib/permissions/codes";
import { cancelTask } from "@/lib/tasks/tasks";
import type { LogStateDto, VerificationDto } from "../dto";
import type { LogSettings } from "../schema";

/** How far the log is sealed, how long it is kept, and the last check of its chain. */
export async function readLogState(actor: Actor): Promise<LogStateDto> {
  requirePermission(actor, P.LOGS_OPERATION);
  const [head, verification, settings] = await Promise.all([
    readHead(db()),
    readVerification(),
    readConfig(db(), "logConfig"),
  ]);
  const known = head && head !== "forged" && head.no > head.anchorNo ? head : null;
  return {
    firstNo: known ? known.anchorNo + 1 : 0,
    lastNo: known?.no ?? 0,
    sealedAt: known?.at ?? null,
    retentionDays: settings.retentionDays,
    revision: revisionOf(settings),
    verification: verification && (await verificationDto(verification)),
  };
}

/** Starts a check of the chain; one under way is not started twice. */
export async function startCheck(actor: Actor): Promise<{ id: string }> {
  requirePermission(actor, P.LOGS_OPERATION);
  return db().transaction(async (tx) => {
    const { id, isNew } = await startVerification(tx, actor);
    if (isNew)
      await recordAuditEvent(tx, actor, { action: "log.verify", target: { type: "operation-log", id: "chain" } });
    return { id };
  });
}

/** Ends a check under way. Throws notFound. */
export async function cancelCheck(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.LOGS_OPERATION);
  const task = await readVerification();
  if (task?.id !== id || !(await cancelTask(id))) throw new AppError("notFound");
}

/** How long the log is kept; the revision of that then. Throws staleRecord. */
export async function changeLogSettings(
  actor: Actor,
  { revision, ...settings }: LogSettings,
): Promise<{ revision: string }> {
  requirePermission(actor, P.LOGS_OPERATION);
  await db().transaction(async (tx) => {
    const read = () => readConfig(tx, "logConfig");
    await assertCurrent(tx, actor, { type: "config", id: "logConfig", given: revision, read });
    const before = await read();
    await upsertConfig(tx, "logConfig", settings);
    await recordAuditEvent(tx, actor, {
      action: "log.settings.change",
      target: { type: "config", id: "logConfig" },
      before,
      after: settings,
    });
  });
  invalidateConfig("logConfig");
  return { revision: revisionOf(settings) };
}

async function verificationDto(task: VerificationTask): Promise<VerificationDto> {
  const { id, ownerId, origin, status, createdAt: startedAt, finishedAt, state } = task;
  const owner = ownerId ? await findPersonName(db(), ownerId) : null;
  return {
    ...isoTimes({ id, startedAt, finishedAt, ...state }),
    status: status === "waiting" ? "running" : status,
    by: owner?.name ?? origin.account,
  };
}
