import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { changeSyncRun, findSyncRun, replaceSyncItems, type SyncRunRow } from "@/db/queries/directory-sync/runs";
import { directoryDrivers } from "@/lib/auth/channels/drivers";
import { ChannelError } from "@/lib/auth/channels/errors";
import { asChannelError } from "@/lib/auth/channels/sign-in";
import { storableReading } from "@/lib/auth/channels/storable-identity";
import { findOpenChannel } from "@/lib/auth/channels/store";
import type { DirectoryReading, OpenChannel } from "@/lib/auth/channels/types";
import { isSyncKind } from "@/lib/config/channel-kinds";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { startTask } from "@/lib/tasks/tasks";
import { planSync } from "../plan";
import type { PlanItem, SyncPlan } from "../plan-types";
import { syncApply } from "./apply-run";
import { type By, byOf, isStale, printOf, recordBy, taskOf } from "./by";
import { baseOf, loadPresent } from "./present";
import { endOf, failureOf, runAuditEvent, type SyncInput } from "./run-end";
import { tellOfSync } from "./tell";

/** More than any directory a company has; a driver that goes round in circles ends here. */
const PEOPLE_MAX = 200_000;

/**
 * Reads a channel's directory and writes what it comes to as a plan; nobody is changed. A plan of the schedule that is
 * safe goes on by itself.
 */
export const syncRead = defineTask({
  kind: "syncRead",
  input: z.object({ id: z.uuid() }),
  anyOf: [P.CONFIG_SSO],
  atOnce: 2,
  steps: { read: readDirectory },
  failureOf,
  onEnd: endOf("reading"),
});

async function readDirectory(task: HeldTask<SyncInput, object>): Promise<void> {
  const run = await findSyncRun(db(), task.input.id);
  const channel = run && (await findOpenChannel(db(), run.channelId));
  // The channel was removed, and its runs with it.
  if (!channel) return;
  const by = await byOf(task, channel);
  if (isStale(run, channel)) throw new AppError("syncStale");
  const reading = await readWith(task, channel);
  const plan = await makePlan(channel, reading, run.actorId);
  await keepPlan(task, run, plan, by);
}

async function readWith(task: HeldTask<SyncInput, object>, channel: OpenChannel): Promise<DirectoryReading> {
  if (!isSyncKind(channel.kind)) throw new ChannelError("badConfiguration");
  const { signal } = task;
  const driver = await directoryDrivers[channel.kind]();
  const onProgress = async (people: number) => {
    task.tell(people, 0);
    signal.throwIfAborted();
  };
  const reading = await driver.read(channel, { signal, onProgress }).catch((error: unknown) => {
    throw signal.aborted ? error : asChannelError(error, task.input.id);
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

async function keepPlan(task: HeldTask<SyncInput, object>, run: SyncRunRow, plan: SyncPlan, by: By): Promise<void> {
  const { id } = run;
  const { items, total, needsReview } = plan;
  const summary = { ...plan.summary, print: printOf(by.channel.provisioning) };
  const goesOn = run.trigger === "schedule" && !needsReview;
  const status = !goesOn ? "planned" : total > 0 ? "applying" : "done";
  await task.finish(async (tx) => {
    const finishedAt = status === "done" ? new Date() : null;
    await changeSyncRun(tx, id, ["reading"], { status, summary, total, done: 0, needsReview, finishedAt });
    await replaceSyncItems(
      tx,
      id,
      items.map((item, no) => ({ ...item, runId: id, no, before: plain(item.before), after: plain(item.after) })),
    );
    if (status === "applying") await startTask(tx, syncApply, { owner: by.actor, ...taskOf(id, by.channel, total) });
    if (status === "done") await recordBy(tx, by, [runAuditEvent(id, by.channel, summary)]);
    if (status === "planned" && run.trigger === "schedule") await tellOfSync(tx, by.channel, id, "syncReview", summary);
  });
}

const plain = (values: PlanItem["before"]) => values && { ...values };
