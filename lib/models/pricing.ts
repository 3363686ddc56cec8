import "server-only";
import { z } from "zod";
import { db, type Queryable, type Transaction } from "@/db/client";
import { findChannel } from "@/db/queries/models/channels";
import { listPricesOf } from "@/db/queries/models/prices";
import { listUnpriced, priceCalls as priceRows, sumUnpriced } from "@/db/queries/models/pricing";
import { lockRollups } from "@/db/queries/models/reconcile";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { defineTask, type Task } from "@/lib/tasks/define";
import { cancelTaskOf, isOpen, lastTask, startTask } from "@/lib/tasks/tasks";
import { noticeBudgets } from "./budget-notices";
import { flushLedger } from "./ledger";
import { costOf } from "./prices";

/** Calls priced in one transaction: other writers wait for as long as it takes. */
const CHUNK = 200;
const ALWAYS = { from: "2000-01-01", until: "9999-12-31" };

const inputSchema = z.object({ channelId: z.uuid(), from: z.iso.date(), until: z.iso.date() });
const stateSchema = z.object({
  priced: z.number().default(0),
  amountMicros: z.number().default(0),
  /** The last call that was looked at. */
  after: z.object({ day: z.iso.date(), id: z.uuid() }).nullable().default(null),
});
type Input = z.infer<typeof inputSchema>;
type State = z.infer<typeof stateSchema>;
export type PricingTask = Task<Input, State>;

/** Prices calls of one channel which had no price, by the prices of their days; a call that has one keeps it. */
export const pricing = defineTask({
  kind: "pricing",
  input: inputSchema,
  state: stateSchema,
  anyOf: [P.GATEWAY],
  atOnce: 1,
  steps: {
    price: async (task) => {
      for (let hasMore = true; hasMore; ) {
        await task.commit(async (tx, { input, state, done }) => {
          const { rows, ...next } = await priceChunk(tx, input, state);
          hasMore = rows > 0;
          return { state: next, done: done + rows };
        });
      }
      await noticeBudgets();
    },
  },
  onEnd: recordPricing,
});

/** Calls of a channel that used something and have no price, and the days they lie in. */
export async function unpricedOf(channelId: string) {
  await flushLedger();
  return sumUnpriced(db(), { channelId, ...ALWAYS });
}

/** The pricing under way of a channel, or its last one. */
export function lastPricing(channelId: string, queryable: Queryable = db()): Promise<PricingTask | null> {
  return lastTask(queryable, pricing, channelId);
}

/**
 * Begins to price the unpriced calls of a channel by the prices of their days; answers the task. One that is under way goes
 * on as it is. Throws nothingToPrice.
 */
export async function startPricing(actor: Actor, channelId: string): Promise<{ id: string }> {
  const found = await unpricedOf(channelId);
  return db().transaction(async (tx) => {
    const current = await lastPricing(channelId, tx);
    if (current && isOpen(current)) return { id: current.id };
    const [channel, prices] = [await findChannel(tx, channelId), await listPricesOf(tx, channelId)];
    const first = prices.at(-1)?.validFrom;
    if (found.calls === 0 || !first || !found.until || first > found.until) throw new AppError("nothingToPrice");
    const from = found.from && found.from > first ? found.from : first;
    const { id } = await startTask(tx, pricing, {
      owner: actor,
      subject: channelId,
      input: { channelId, from, until: found.until },
      total: found.calls,
      titleArgs: { model: channel?.modelName ?? "" },
      href: `/system/gateway/model-supplier?tab=prices&open=${channelId}`,
    });
    return { id };
  });
}

/** Ends the pricing under way of a channel; what it priced so far stays priced. False when there is none. */
export function cancelPricing(channelId: string): Promise<boolean> {
  return cancelTaskOf(pricing, channelId);
}

/** Prices the next calls; how many were looked at, and where that leads to. */
async function priceChunk(tx: Transaction, { channelId, from, until }: Input, state: State) {
  await lockRollups(tx);
  const rows = await listUnpriced(tx, { channelId, from, until }, state.after, CHUNK);
  const last = rows.at(-1);
  if (!last) return { ...state, rows: 0 };
  const prices = await listPricesOf(tx, channelId);
  const priced = rows.flatMap(({ id: callId, day, ...used }) => {
    const price = prices.find((row) => row.validFrom <= day && (row.validUntil === null || row.validUntil >= day));
    const micros = costOf(price ?? null, used);
    return price && micros !== null ? [{ id: callId, day, micros, currency: price.currency }] : [];
  });
  const { calls, micros } = await priceRows(tx, priced);
  return {
    rows: rows.length,
    priced: state.priced + calls,
    amountMicros: state.amountMicros + micros,
    after: { day: last.day, id: last.id },
  };
}

async function recordPricing(tx: Transaction, { ownerId, origin, status, input, state }: PricingTask): Promise<void> {
  const channel = await findChannel(tx, input.channelId);
  const { account, ...request } = origin;
  await recordAuditEvent(
    tx,
    { id: ownerId, account, request },
    {
      action: "gateway.price.calls",
      target: { type: "model", id: channel?.modelId ?? input.channelId, name: channel?.modelName },
      after: {
        supplier: channel?.supplierName,
        upstreamModel: channel?.upstreamModel,
        from: input.from,
        until: input.until,
        calls: state.priced,
        amountMicros: state.amountMicros,
        status,
      },
    },
  );
}
