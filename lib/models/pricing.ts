import "server-only";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { findChannel } from "@/db/queries/channels";
import { listPricesOf } from "@/db/queries/prices";
import {
  findPricingRun,
  insertPricingRun,
  listSilentPricingRuns,
  listUnpriced,
  lockPricingRun,
  type PricingRun,
  priceCalls as priceRows,
  sumUnpriced,
  updatePricingRun,
} from "@/db/queries/pricing";
import { lockRollups } from "@/db/queries/reconcile";
import type { Actor } from "@/lib/auth/actor";
import { recordDeed } from "@/lib/auth/audit";
import { AppError } from "@/lib/http/errors";
import { enqueue } from "@/lib/jobs/boss";
import { defineJob, type Job } from "@/lib/jobs/define";
import { noticeBudgets } from "./budget-notices";
import { flushLedger } from "./ledger";
import { costOf } from "./prices";

/** Calls priced in one transaction: other writers wait for as long as it takes. */
const CHUNK = 200;
/** A run nobody touched for so long lost its process, milliseconds. */
const SILENT_MS = 120_000;
const ALWAYS = { from: "2000-01-01", until: "9999-12-31" };

/** Calls of a channel that used something and have no price, and the days they lie in. */
export async function unpricedOf(channelId: string) {
  await flushLedger();
  return sumUnpriced(db(), { channelId, ...ALWAYS });
}

/** The run under way of a channel, or its last one. */
export function lastPricing(channelId: string): Promise<PricingRun | null> {
  return findPricingRun(db(), channelId);
}

/**
 * Begins to price the unpriced calls of a channel by the prices of their days; answers the run. One that is under way goes
 * on as it is. Throws nothingToPrice.
 */
export async function startPricing(actor: Actor, channelId: string): Promise<{ id: string }> {
  const found = await unpricedOf(channelId);
  return db().transaction(async (tx) => {
    const current = await findPricingRun(tx, channelId);
    if (current?.status === "running") return { id: current.id };
    const prices = await listPricesOf(tx, channelId);
    const first = prices.at(-1)?.validFrom;
    if (found.calls === 0 || !first || !found.until || first > found.until) throw new AppError("nothingToPrice");
    const id = await insertPricingRun(tx, {
      ownerId: actor.id,
      ownerAccount: actor.account,
      request: actor.request,
      channelId,
      fromDay: found.from && found.from > first ? found.from : first,
      untilDay: found.until,
      total: found.calls,
    });
    await enqueue(tx, pricing, { id });
    return { id };
  });
}

/** Ends a run under way; what it priced so far stays priced. False when there is none of this id (and person). */
export function cancelPricing(id: string, ownerId?: string): Promise<boolean> {
  return db().transaction(async (tx) => {
    const run = await lockPricingRun(tx, id);
    if (run?.status !== "running" || (ownerId && run.ownerId !== ownerId)) return false;
    await finish(tx, run, "cancelled");
    return true;
  });
}

/** Prices the next calls of a run, in one transaction with its progress; false when it is at its end. */
async function step(id: string): Promise<boolean> {
  return db().transaction(async (tx) => {
    const run = await lockPricingRun(tx, id);
    if (run?.status !== "running") return false;
    await lockRollups(tx);
    const { channelId, fromDay: from, untilDay: until, cursorDay, cursorId } = run;
    const after = cursorDay && cursorId ? { day: cursorDay, id: cursorId } : null;
    const rows = await listUnpriced(tx, { channelId, from, until }, after, CHUNK);
    const last = rows.at(-1);
    if (!last) {
      await finish(tx, run, "done");
      return false;
    }
    const prices = await listPricesOf(tx, channelId);
    const priced = rows.flatMap(({ id: callId, day, ...used }) => {
      const price = prices.find((row) => row.validFrom <= day && (row.validUntil === null || row.validUntil >= day));
      const micros = costOf(price ?? null, used);
      return price && micros !== null ? [{ id: callId, day, micros, currency: price.currency }] : [];
    });
    const { calls, micros } = await priceRows(tx, priced);
    await updatePricingRun(tx, id, {
      checked: run.checked + rows.length,
      priced: run.priced + calls,
      amountMicros: run.amountMicros + micros,
      cursorDay: last.day,
      cursorId: last.id,
    });
    return true;
  });
}

async function finish(tx: Transaction, run: PricingRun, status: "done" | "cancelled"): Promise<void> {
  await updatePricingRun(tx, run.id, { status, finishedAt: new Date() });
  const way = await findChannel(tx, run.channelId);
  const { ownerId, ownerAccount, request, fromDay, untilDay, priced, amountMicros } = run;
  const actor = { id: ownerId, account: ownerAccount, request };
  await recordDeed(tx, actor, {
    action: "gateway.price.calls",
    target: { type: "model", id: way?.modelId ?? run.channelId, name: way?.modelName },
    after: {
      supplier: way?.supplierName,
      upstreamModel: way?.upstreamModel,
      from: fromDay,
      until: untilDay,
      calls: priced,
      amountMicros,
      status,
    },
  });
}

/** Prices calls of a run, chunk by chunk; without an id it takes up runs whose process died. */
export const pricing: Job<{ id?: string }> = defineJob({
  name: "usage.price-calls",
  payload: z.object({ id: z.uuid().optional() }),
  attempts: 3,
  schedule: "*/5 * * * *",
  run: async ({ id }, { signal }) => {
    if (!id) return takeUp();
    while (!signal.aborted && (await step(id)));
    await noticeBudgets();
  },
});

async function takeUp(): Promise<void> {
  for (const { id } of await listSilentPricingRuns(db(), new Date(Date.now() - SILENT_MS))) {
    await db().transaction((tx) => enqueue(tx, pricing, { id }));
  }
}
