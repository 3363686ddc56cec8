import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  changeSyncRun,
  findSyncRun,
  insertSyncRun,
  listSyncItems,
  listSyncRuns,
  type SyncItemRow,
  type SyncRunRow,
  supersedePlans,
  updateChannelSync,
} from "@/db/queries/directory-sync/runs";
import { type ChannelRow, findChannelRow, lockChannels } from "@/db/queries/login-channels/channels";
import { listRoleChoices } from "@/db/queries/organisation/people";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertMayChangeChannel } from "@/lib/auth/channels/may-change";
import { channelSync } from "@/lib/auth/channels/schema";
import { invalidateChannels } from "@/lib/auth/channels/store";
import { isSyncKind } from "@/lib/config/channel-kinds";
import { isoTimes } from "@/lib/config/time";
import { assertCurrent } from "@/lib/editing/current";
import { revisionOf, withRevision } from "@/lib/editing/revision";
import type { PageQuery } from "@/lib/endpoint/paging";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { cancelTask, startTask } from "@/lib/tasks/tasks";
import type { RoleName, SyncItemDto, SyncItemPage, SyncRunDto, SyncRunPage } from "../dto";
import type { PersonValues } from "../plan-types";
import type { ApplyInput, ItemQuery, SyncSettings } from "../schema";
import { syncApply } from "./apply-run";
import { countsOf, isStale, targetOf, taskOf } from "./by";
import { syncRead } from "./read-run";

/** Starts reading a channel's directory; nothing is changed by it. Throws notFound, syncRunning. */
export async function startPreview(actor: Actor, channelId: string): Promise<{ id: string }> {
  requirePermission(actor, P.CONFIG_SSO);
  const channel = await syncChannel(channelId);
  return db().transaction(async (tx) => {
    const id = await startRun(tx, channel, "manual", actor);
    if (!id) throw new AppError("syncRunning");
    await recordAuditEvent(tx, actor, { action: "sync.preview", target: targetOf(channel), after: { runId: id } });
    return { id };
  });
}

/** A new run in the queue; null when the channel is at work already. */
export async function startRun(
  tx: Transaction,
  channel: Pick<ChannelRow, "id" | "version" | "nameZh" | "nameEn">,
  trigger: "manual" | "schedule",
  actor: Actor | null,
): Promise<string | null> {
  const row = { channelId: channel.id, trigger, actorId: actor?.id ?? null, channelVersion: channel.version };
  const id = await insertSyncRun(tx, row);
  if (!id) return null;
  await supersedePlans(tx, channel.id);
  await startTask(tx, syncRead, { owner: actor, ...taskOf(id, channel) });
  return id;
}

/** A page of a channel's runs, newest first, and when it is read by itself. Throws notFound. */
export async function readRuns(actor: Actor, channelId: string, page: PageQuery): Promise<SyncRunPage> {
  requirePermission(actor, P.CONFIG_SSO);
  const channel = await syncChannel(channelId);
  const { rows, total } = await listSyncRuns(db(), channelId, page);
  return {
    items: rows.map((row) => toDto(row, channel)),
    total,
    settings: withRevision(channelSync.parse(channel.sync), (sync) => sync),
  };
}

/** One run with how far it is. Throws notFound. */
export async function readRun(actor: Actor, id: string): Promise<SyncRunDto> {
  requirePermission(actor, P.CONFIG_SSO);
  const { run, channel } = await existing(id);
  return toDto(run, channel);
}

/** A page of what a run would do or did. Throws notFound. */
export async function readItems(actor: Actor, id: string, query: ItemQuery): Promise<SyncItemPage> {
  requirePermission(actor, P.CONFIG_SSO);
  await existing(id);
  const { page, pageSize, ...filter } = query;
  const [{ rows, total }, choices] = await Promise.all([
    listSyncItems(db(), id, filter, { page, pageSize }),
    listRoleChoices(db()),
  ]);
  const names = new Map(choices.map((role) => [role.id, { id: role.id, name: role.name, nameEn: role.nameEn }]));
  return { items: rows.map((row) => toItemDto(row, names)), total };
}

/**
 * Carries a plan out. A plan that needs a second look takes the number of people it disables, as the person read it.
 * Throws notFound, syncEnded, syncStale, syncReview, syncRunning.
 */
export async function applyPlan(actor: Actor, id: string, { disables }: ApplyInput): Promise<void> {
  requirePermission(actor, P.CONFIG_SSO);
  const { run, channel } = await existing(id);
  const leavers = run.summary["user.disable"] ?? 0;
  if (run.status !== "planned") throw new AppError("syncEnded");
  if (isStale(run, channel)) throw new AppError("syncStale");
  if (run.needsReview && disables !== leavers) throw new AppError("syncReview", { args: { count: leavers } });
  const patch = { status: "applying", actorId: actor.id, done: 0 } as const;
  await db()
    .transaction(async (tx) => {
      if (!(await changeSyncRun(tx, id, ["planned"], patch))) throw new AppError("syncEnded");
      await startTask(tx, syncApply, { owner: actor, ...taskOf(id, channel, run.total) });
      await recordAuditEvent(tx, actor, {
        action: "sync.apply",
        target: targetOf(channel),
        after: { runId: id, ...countsOf(run.summary) },
      });
    })
    .catch((error: unknown) => {
      // Another run of the channel was begun: one open run a channel.
      if ((error as { cause?: { code?: string } }).cause?.code === "23505") throw new AppError("syncRunning");
      throw error;
    });
}

/** Gives a run up; lines that were carried out stay so. Throws notFound, syncEnded. */
export async function cancelRun(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CONFIG_SSO);
  const { run, channel } = await existing(id);
  if (run.taskId && (await cancelTask(run.taskId, { by: actor }))) return;
  await db().transaction(async (tx) => {
    const cancelled = { status: "cancelled", finishedAt: new Date() } as const;
    if (!(await changeSyncRun(tx, id, ["planned"], cancelled))) throw new AppError("syncEnded");
    await recordAuditEvent(tx, actor, {
      action: "sync.cancel",
      target: targetOf(channel),
      before: { runId: id, status: "planned" },
    });
  });
}

/**
 * Sets when a channel is read and what may happen by itself; the revision they have then. Throws notFound,
 * channelStronger, staleRecord.
 */
export async function changeSettings(
  actor: Actor,
  channelId: string,
  { revision, ...sync }: SyncSettings,
): Promise<{ revision: string }> {
  requirePermission(actor, P.CONFIG_SSO);
  await syncChannel(channelId);
  await db().transaction(async (tx) => {
    const read = async () => {
      const row = await findChannelRow(tx, channelId);
      return row && channelSync.parse(row.sync);
    };
    await assertCurrent(tx, actor, { type: "login-channel", id: channelId, given: revision, read });
    await lockChannels(tx);
    const channel = orNotFound(await findChannelRow(tx, channelId));
    await assertMayChangeChannel(tx, actor, channel);
    const before = channelSync.parse(channel.sync);
    await updateChannelSync(tx, channelId, sync);
    // What was planned under other rules is no plan any more.
    if (before.departments !== sync.departments || before.disableMaxPercent !== sync.disableMaxPercent) {
      await supersedePlans(tx, channelId);
    }
    await recordAuditEvent(tx, actor, { action: "sync.settings", target: targetOf(channel), before, after: sync });
  });
  invalidateChannels();
  return { revision: revisionOf(channelSync.parse(sync)) };
}

/** A channel whose people can be read. */
async function syncChannel(id: string): Promise<ChannelRow> {
  const channel = await findChannelRow(db(), id);
  if (!channel || !isSyncKind(channel.kind)) throw new AppError("notFound");
  return channel;
}

async function existing(id: string): Promise<{ run: SyncRunRow; channel: ChannelRow }> {
  const run = orNotFound(await findSyncRun(db(), id));
  return { run, channel: await syncChannel(run.channelId) };
}

function toDto(row: SyncRunRow, channel: ChannelRow): SyncRunDto {
  const { failed = 0 } = row.summary;
  const { id, channelId, status, trigger, total, needsReview, failure, createdAt, finishedAt } = row;
  return {
    ...isoTimes({ id, channelId, status, trigger, total, needsReview, failure, createdAt, finishedAt }),
    actor: row.actorName,
    summary: countsOf(row.summary),
    done: row.read ?? row.done,
    failed,
    isStale: isStale(row, channel),
  };
}

function toItemDto(
  { runId: _run, externalId: _outside, ...row }: SyncItemRow,
  names: ReadonlyMap<string, RoleName>,
): SyncItemDto {
  const { addRoleIds = [], removeRoleIds = [] } = (row.after ?? {}) as Partial<PersonValues>;
  return {
    ...row,
    before: row.before as unknown as SyncItemDto["before"],
    after: row.after as unknown as SyncItemDto["after"],
    addedRoles: addRoleIds.flatMap((id) => names.get(id) ?? []),
    removedRoles: removeRoleIds.flatMap((id) => names.get(id) ?? []),
  };
}
