import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  changeSyncRun,
  countSyncStart,
  findSyncRun,
  replaceSyncItems,
  type SyncRunRow,
} from "@/db/queries/directory-sync";
import { directoryDrivers } from "@/lib/auth/channels/drivers";
import { ChannelError } from "@/lib/auth/channels/errors";
import { asChannelError } from "@/lib/auth/channels/sign-in";
import { storableReading } from "@/lib/auth/channels/storable-identity";
import { findOpenChannel } from "@/lib/auth/channels/store";
import type { DirectoryReading, OpenChannel } from "@/lib/auth/channels/types";
import { isSyncKind } from "@/lib/config/channel-kinds";
import { AppError } from "@/lib/http/errors";
import { planSync } from "../plan";
import type { PlanItem, SyncPlan } from "../plan-types";
import { type By, byOf, countsOf, isStale, printOf, recordBy } from "./by";
import { SyncStopped, withSyncTask } from "./live";
import { baseOf, loadPresent } from "./present";
import { tellOfSync } from "./tell";

/** A run that ended its process this often is not begun again. */
export const STARTS_MAX = 3;
/** More than any directory a company has; a driver that goes round in circles ends here. */
const PEOPLE_MAX = 200_000;

/** Puts the applying of a run in its queue. */
export type EnqueueApply = (tx: Transaction, id: string) => Promise<void>;

/**
 * Reads a channel's directory and writes what it comes to as a plan; nobody is changed. A plan of the schedule that is
 * safe goes on by itself. Safe to begin again.
 */
export async function readDirectory(id: string, signal: AbortSignal, enqueueApply: EnqueueApply): Promise<void> {
  const starts = await countSyncStart(db(), id, "reading");
  const run = starts === null ? null : await findSyncRun(db(), id);
  if (!run || starts === null) return;
  const channel = await findOpenChannel(db(), run.channelId);
  if (!channel) return;
  try {
    if (starts > STARTS_MAX) return await failRun(run, "reading", "syncInterrupted");
    const by = await byOf(run.actorId, run.trigger === "schedule", channel, id);
    if (isStale(run, channel)) throw new AppError("syncStale");
    const reading = await withSyncTask(id, "reading", signal, (stop, note) => readWith(id, channel, stop, note));
    const plan = await makePlan(channel, reading, run.actorId);
    await keepPlan(run, plan, by, enqueueApply);
  } catch (error) {
    if (error instanceof SyncStopped) return;
    // The process stops: the queue begins again elsewhere or later.
    if (signal.aborted) throw error;
    await failRun(run, "reading", failureOf(error));
  }
}

async function readWith(
  id: string,
  channel: OpenChannel,
  signal: AbortSignal,
  onProgress: (people: number) => Promise<void>,
): Promise<DirectoryReading> {
  if (!isSyncKind(channel.kind)) throw new ChannelError("badConfiguration");
  const driver = await directoryDrivers[channel.kind]();
  const reading = await driver.read(channel, { signal, onProgress }).catch((error: unknown) => {
    throw signal.aborted ? error : asChannelError(error, id);
  });
  if (reading.people.length > PEOPLE_MAX || reading.departments.length > PEOPLE_MAX) throw new ChannelError("tooLarge");
  return storableReading(reading);
}

async function makePlan(channel: OpenChannel, reading: DirectoryReading, actorId: string | null): Promise<SyncPlan> {
  const { provisioning, sync } = channel;
  const options = { provisioning, departments: sync.departments, disableMaxPercent: sync.disableMaxPercent, actorId };
  const here = await loadPresent(db(), channel, reading);
  return planSync(reading, here, options, await baseOf(db(), channel));
}

async function keepPlan(run: SyncRunRow, plan: SyncPlan, by: By, enqueueApply: EnqueueApply): Promise<void> {
  const { id } = run;
  const { items, total, needsReview } = plan;
  const summary = { ...plan.summary, print: printOf(by.channel.provisioning) };
  const goesOn = run.trigger === "schedule" && !needsReview;
  const status = !goesOn ? "planned" : total > 0 ? "applying" : "done";
  await db().transaction(async (tx) => {
    const finishedAt = status === "done" ? new Date() : null;
    const patch = { status, summary, total, done: 0, needsReview, finishedAt } as const;
    // Cancelled meanwhile, or planned by another process.
    if (!(await changeSyncRun(tx, id, ["reading"], patch))) return;
    await replaceSyncItems(
      tx,
      id,
      items.map((item, no) => ({ ...item, runId: id, no, before: plain(item.before), after: plain(item.after) })),
    );
    if (status === "applying") await enqueueApply(tx, id);
    if (status === "done") await recordBy(tx, by, [runDeed(id, by.channel, summary)]);
    if (status === "planned" && run.trigger === "schedule") await tellOfSync(tx, by.channel, id, "syncReview", summary);
  });
}

const plain = (values: PlanItem["before"]) => values && { ...values };

/** The end of a run in the operation log. */
export function runDeed(id: string, { id: channelId, nameEn }: OpenChannel, summary: Record<string, number>) {
  const { failed = 0 } = summary;
  return {
    action: "sync.run",
    target: { type: "login-channel", id: channelId, name: nameEn },
    after: { runId: id, ...countsOf(summary), failed },
  };
}

/** Ends a run with its reason; what was not carried out stays undone. */
export async function failRun(run: SyncRunRow, from: "reading" | "applying", failure: string): Promise<void> {
  const channel = await findOpenChannel(db(), run.channelId);
  await db().transaction(async (tx) => {
    const isFailed = await changeSyncRun(tx, run.id, [from], { status: "failed", failure, finishedAt: new Date() });
    if (isFailed && channel && run.trigger === "schedule") await tellOfSync(tx, channel, run.id, "syncFailed", {});
  });
}

/** A ChannelReason or an error key; anything else rises, and the queue tries again. */
export function failureOf(error: unknown): string {
  if (error instanceof ChannelError) return error.reason;
  if (error instanceof AppError) return error.key;
  throw error;
}
