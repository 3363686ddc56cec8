import "server-only";
import { db, type Queryable, type Transaction } from "@/db/client";
import { lockRecord } from "@/db/queries/editing/editing";
import {
  type BackupRow,
  countBackups,
  dropOldestMade,
  findBackup,
  insertBackup,
  listBackups,
  removeBackup,
} from "@/db/queries/knowledge-operations/parameter-backups";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { OwnRetrieval, RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { centerRetrieval } from "@/lib/config/knowledge-retrieval";
import { invalidateConfig, readConfig } from "@/lib/config/system-config";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { RetrievalDto } from "@/lib/features/knowledge/retrieval-dto";
import { requireBase } from "@/lib/features/knowledge/service/bases";
import { putCenterRetrieval } from "@/lib/features/knowledge/service/retrieval/center";
import { modelProblems, putRetrieval, readRetrieval } from "@/lib/features/knowledge/service/retrieval/change";
import { centerSettings, ownSettings } from "@/lib/features/knowledge/service/retrieval/settings";
import { P } from "@/lib/permissions/codes";
import type { BackupDto } from "../recall-dto";
import { BACKUPS_MAX } from "../recall-limits";
import type { BackedUpChange, BackupsQuery, NewBackup, RunSide } from "../recall-schema";
import { requireRecallSet } from "./recall-access";
import { requireRun } from "./recall-runs";

const CENTER = "center";
const target = ({ id, name }: { id: string; name: string }) => ({ type: "parameterBackup", id, name });

/** The center's are for those who manage it, a base's for those who manage that. Throws noPermission, notFound. */
async function assertOf(actor: Actor, baseId: string | null, at: Queryable = db()): Promise<void> {
  requirePermission(actor, baseId === null ? P.KB_CENTER : P.KB_MANAGE);
  if (baseId !== null) await requireBase(actor, baseId, "manage", at);
}

/** Backups of a base, or of the center. Throws noPermission, notFound. */
export async function readBackups(
  actor: Actor,
  { baseId, ...query }: BackupsQuery,
): Promise<{ items: BackupDto[]; total: number }> {
  await assertOf(actor, baseId ?? null);
  const { rows, total } = await listBackups(db(), { baseId: baseId ?? null, ...query });
  const items = rows.map(({ id, name, kind, author, settings, createdAt }) => ({
    ...{ id, name, kind, author },
    settings: ownSettings(settings),
    createdAt: createdAt.toISOString(),
  }));
  return { items, total };
}

interface Backup extends NewBackup {
  kind: BackupRow["kind"];
}

/**
 * Keeps how a base sets its search, or how the center does, as it is at this moment. The caller has checked the right to it.
 * One that the product makes takes the place of the oldest such one. Throws backupLimit.
 */
export async function backUp(tx: Transaction, actor: Actor, { baseId, name, kind }: Backup): Promise<string> {
  // Taken before the state is read: a save of somebody else waits, or is seen.
  await lockRecord(tx, `knowledgeRetrieval:${baseId ?? CENTER}`);
  const settings = await settingsNow(tx, actor, baseId);
  if ((await countBackups(tx, baseId)) >= BACKUPS_MAX) {
    const hasRoom = kind !== "manual" && (await dropOldestMade(tx, baseId));
    if (!hasRoom) throw new AppError("backupLimit", { args: { max: BACKUPS_MAX } });
  }
  const id = await insertBackup(tx, { baseId, name, kind, settings, authorId: actor.id });
  const after = { kind, ...(baseId && { baseId }) };
  await recordAuditEvent(tx, actor, { action: "knowledge.parameters.backup", target: target({ id, name }), after });
  return id;
}

async function settingsNow(at: Queryable, actor: Actor, baseId: string | null): Promise<OwnRetrieval> {
  if (baseId === null) return readConfig(at, "knowledgeRetrieval");
  return ownSettings((await requireBase(actor, baseId, "manage", at)).retrieval);
}

/** Throws noPermission, notFound, backupLimit. */
export async function createBackup(actor: Actor, input: NewBackup): Promise<{ id: string }> {
  await assertOf(actor, input.baseId);
  return db().transaction(async (tx) => {
    await assertOf(actor, input.baseId, tx);
    return { id: await backUp(tx, actor, { ...input, kind: "manual" }) };
  });
}

/** A backup of something the person may change. Throws notFound. */
async function requireBackup(actor: Actor, id: string, at: Queryable = db()): Promise<BackupRow> {
  const backup = orNotFound(await findBackup(at, id));
  // Whoever may not manage the center does not learn that there is one.
  await assertOf(actor, backup.baseId, at).catch((error: unknown) => {
    throw error instanceof AppError && error.key === "noPermission" ? new AppError("notFound") : error;
  });
  return backup;
}

/** Of those that people made; the others go by themselves. Throws notFound, backupKept. */
export async function deleteBackup(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.KB_MANAGE, P.KB_CENTER);
  await db().transaction(async (tx) => {
    const backup = await requireBackup(actor, id, tx);
    if (backup.kind !== "manual") throw new AppError("backupKept");
    await removeBackup(tx, id);
    await recordAuditEvent(tx, actor, { action: "knowledge.parameters.delete", target: target(backup) });
  });
}

/**
 * The parameters of a base, or of the center, become what they were; those of this moment are backed up first. Throws
 * notFound, backupLimit, parametersUnfit where they name a model that is not the person's.
 */
export async function restoreBackup(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.KB_MANAGE, P.KB_CENTER);
  const backup = await requireBackup(actor, id);
  const { baseId, name, settings } = backup;
  await unlessUnfit(async () => {
    const ofModels = await modelProblems(actor, ownSettings(settings));
    await db().transaction(async (tx) => {
      await requireBackup(actor, id, tx);
      await backUp(tx, actor, { baseId, name, kind: "beforeRestore" });
      if (baseId) await putRetrieval(tx, actor, baseId, { own: ownSettings(settings), ofModels });
      else await putCenterRetrieval(tx, actor, { settings: centerRetrieval.parse(settings), ofModels });
      await recordAuditEvent(tx, actor, { action: "knowledge.parameters.restore", target: target(backup) });
    });
  });
  if (!baseId) invalidateConfig("knowledgeRetrieval");
}

/**
 * The settings one side of a run was asked by become the base's, whose parameters of this moment are backed up before. Throws
 * notFound, backupLimit, parametersUnfit.
 */
export async function applyRun(actor: Actor, runId: string, side: RunSide): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  const run = await requireRun(actor, runId);
  const wanted = orNotFound(side === "first" ? run.settings : run.others) as RetrievalSettings;
  const center = await centerSettings();
  await unlessUnfit(async () => {
    const ofModels = await modelProblems(actor, wanted);
    await db().transaction(async (tx) => {
      const set = await requireRecallSet(actor, run.setId, tx);
      await backUp(tx, actor, { baseId: set.baseId, name: set.name, kind: "beforeApply" });
      const before = ownSettings((await requireBase(actor, set.baseId, "manage", tx)).retrieval);
      await putRetrieval(tx, actor, set.baseId, { own: toOwnOf(wanted, before, center.settings), ofModels });
    });
  });
}

/**
 * As the change of a base's settings, with its former parameters backed up before. Throws notFound, staleRecord, invalidInput
 * naming the field, backupLimit.
 */
export async function changeBackedUp(
  actor: Actor,
  baseId: string,
  { settings: own, revision, name }: BackedUpChange,
): Promise<RetrievalDto> {
  requirePermission(actor, P.KB_MANAGE);
  const ofModels = await modelProblems(actor, own);
  await db().transaction(async (tx) => {
    await assertOf(actor, baseId, tx);
    await backUp(tx, actor, { baseId, name, kind: "beforeApply" });
    await putRetrieval(tx, actor, baseId, { own, revision, ofModels });
  });
  return readRetrieval(actor, baseId);
}

/** What a base has to set of its own to be searched by some settings: what it set before, and what the center has otherwise. */
export function toOwnOf(wanted: RetrievalSettings, before: OwnRetrieval, center: RetrievalSettings): OwnRetrieval {
  const names = (Object.keys(wanted) as (keyof RetrievalSettings)[]).filter(
    (name) => Object.hasOwn(before, name) || wanted[name] !== center[name],
  );
  return Object.fromEntries(names.map((name) => [name, wanted[name]])) as OwnRetrieval;
}

/** A form could show what is wrong at its field; here it is said in a sentence. */
async function unlessUnfit(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    throw error instanceof AppError && error.key === "invalidInput" ? new AppError("parametersUnfit") : error;
  });
}
