import "server-only";
import { db, engine } from "@/db/client";
import { removeOldHealthEvents } from "@/db/queries/gateway/health";
import { removeOldRequestLogs } from "@/db/queries/gateway/request-logs";
import {
  beatInstance,
  ensureUsagePartitions,
  listAbandonedCalls,
  removeInstances,
  removeOldCounters,
  rollUpUsage,
  settleCalls,
} from "@/db/queries/models/usage";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn } from "@/lib/config/time";
import { defineJob } from "@/lib/jobs/define";
import { log } from "@/lib/log";
import { runtime } from "@/lib/runtime";
import { flushLedger } from "./ledger";
import { estimatedSettlement } from "./settlement";

const BEAT_MS = 5000;
/** A process without a heartbeat for so long is dead; seconds. */
const SILENT_SECONDS = 30;
/** Ledger rows a rollup takes at once: short statements, because the embedded database serves one at a time. */
export const ROLL_UP_ROWS = 5000;
/** Counters of past periods serve nobody; days. */
const COUNTER_DAYS = 70;
const HEALTH_DAYS = 90;

/** Gives heartbeats, and settles what dead processes left open: at the start and from then on. */
export async function startLedger(): Promise<void> {
  await ensureUsagePartitions(db());
  await beatInstance(db(), runtime.instance);
  await settleAbandoned(engine() === "pglite" ? null : SILENT_SECONDS).catch((err) => {
    log().error({ err }, "calls of dead processes not settled");
  });
  let beats = 0;
  setInterval(async () => {
    try {
      await beatInstance(db(), runtime.instance);
      if (++beats % 6 === 0) await settleAbandoned(SILENT_SECONDS);
    } catch (err) {
      log().warn({ err }, "no heartbeat written");
    }
  }, BEAT_MS).unref();
}

/** Calls whose process died are closed with what is known: nothing. Their reservations are given back. */
export async function settleAbandoned(silentSeconds: number | null): Promise<void> {
  const open = await listAbandonedCalls(db(), runtime.instance, silentSeconds);
  if (open.length === 0) return;
  const interrupted = { status: "interrupted", error: "interrupted" } as const;
  await settleCalls(open.map((call) => ({ ...estimatedSettlement(call, 0, interrupted), attempts: 0 })));
  log().info({ calls: open.length }, "calls of dead processes settled");
}

/** Writes what waits and adds it to the rollups, at most so many rows; reports call it first, so that they are current. */
export async function refreshRollups(most = ROLL_UP_ROWS): Promise<void> {
  await flushLedger();
  await rollUpUsage(db(), most);
}

/** Nobody reads reports for hours: the rollups keep up all the same. */
export const rollUp = defineJob({
  name: "usage.roll-up",
  attempts: 2,
  schedule: "* * * * *",
  run: async (_payload, { signal }) => {
    await flushLedger();
    while (!signal.aborted && (await rollUpUsage(db(), ROLL_UP_ROWS)) === ROLL_UP_ROWS);
  },
});

/** Partitions ahead of time, and rows past their time. */
export const sweepGateway = defineJob({
  name: "usage.sweep",
  attempts: 2,
  schedule: "40 3 * * *",
  run: async () => {
    const [{ timeZone }, { requestLogDays }] = await Promise.all([
      loadConfig("customConfig"),
      loadConfig("gatewayConfig"),
    ]);
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    await ensureUsagePartitions(db());
    await removeOldCounters(db(), addDays(dayIn(timeZone), -COUNTER_DAYS));
    await removeOldHealthEvents(db(), ago(HEALTH_DAYS));
    await removeOldRequestLogs(db(), ago(requestLogDays));
    await removeInstances(db(), null);
  },
});
