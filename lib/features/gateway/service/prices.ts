import "server-only";
import { db, type Transaction } from "@/db/client";
import { findChannel } from "@/db/queries/models/channels";
import { insertPrice } from "@/db/queries/models/models";
import {
  findPrice,
  listPricedChannels,
  listPricesOf,
  listUpcomingPrices,
  lockChannel,
  removePrice,
  updatePriceEnd,
} from "@/db/queries/models/prices";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn } from "@/lib/config/time";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { knownPriceOf } from "@/lib/models/known-prices";
import { cancelPricing, lastPricing, type PricingTask, startPricing, unpricedOf } from "@/lib/models/pricing";
import { invalidateModels } from "@/lib/models/registry";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import type { ChannelPricesDto, PricesDto, PricingDto } from "../dto";
import type { NewPrice, PricePatch, PriceQuery } from "../price-schema";
import { priceDto, requireChannel } from "./channel-rows";

async function today(): Promise<string> {
  return dayIn((await loadConfig("customConfig")).timeZone);
}

/** A page of channels with what they cost today. */
export async function listPrices(actor: Actor, { only, ...page }: PriceQuery): Promise<PricesDto> {
  requirePermission(actor, P.GATEWAY);
  const [day, { currency }] = [await today(), await loadConfig("gatewayConfig")];
  const [{ rows: items, total }, upcoming] = await Promise.all([
    listPricedChannels(db(), { ...page, day, unpricedOn: only === "unpriced" ? day : undefined }),
    listUpcomingPrices(db(), day),
  ]);
  const next = new Map([...upcoming].reverse().map((row) => [row.channelId, row.validFrom]));
  const dtos = items.map(({ template, price, ...row }) => ({
    ...row,
    builtin: template === BUILTIN_TEMPLATE,
    price: price && priceDto(price),
    nextFrom: next.get(row.channelId) ?? null,
    known: knownPriceOf(template, row.upstreamModel),
  }));
  return { items: dtos, total, currency, today: day };
}

/** Every price of a channel, the latest first, with its calls that have none. Throws notFound. */
export async function readPrices(actor: Actor, channelId: string): Promise<ChannelPricesDto> {
  requirePermission(actor, P.GATEWAY);
  await requireChannel(channelId);
  const [rows, unpriced, run] = await Promise.all([
    listPricesOf(db(), channelId),
    unpricedOf(channelId),
    lastPricing(channelId),
  ]);
  const { timeZone } = await loadConfig("customConfig");
  const day = dayIn(timeZone);
  const items = rows.map((row) => ({
    ...priceDto(row),
    deletable: row.validFrom >= day || isUnused(row, run, timeZone),
  }));
  return { items, total: rows.length, unpriced, pricing: run && pricingDto(run) };
}

/** Prices the calls of a channel that have no price, by the prices of their days. Throws notFound, nothingToPrice. */
export async function priceCalls(actor: Actor, channelId: string): Promise<{ id: string }> {
  requirePermission(actor, P.GATEWAY);
  await requireChannel(channelId);
  return startPricing(actor, channelId);
}

/** Ends the pricing of a channel's calls; those that were priced keep their price. Throws notFound. */
export async function stopPricing(actor: Actor, channelId: string): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  if (!(await cancelPricing(channelId))) throw new AppError("notFound");
}

function pricingDto({ id, status, total, done, state, input: { from, until } }: PricingTask): PricingDto {
  const { priced, amountMicros } = state;
  return {
    id,
    status: status === "waiting" ? "running" : status,
    total,
    checked: done,
    priced,
    amountMicros,
    from,
    until,
  };
}

/**
 * Adds a price. One that is open until further notice ends the day before; any other overlap is refused. It may begin on a
 * past day that had no price: without a last day it then holds until the next price. What was valid stays as it was.
 * Throws notFound, builtinSupplier, pricePast, priceOverlap.
 */
export async function addPrice(actor: Actor, channelId: string, input: NewPrice): Promise<{ id: string }> {
  requirePermission(actor, P.GATEWAY);
  const day = await today();
  const { currency } = await loadConfig("gatewayConfig");
  const id = await db().transaction(async (tx) => {
    const { channel, rows } = await lockedPrices(tx, channelId);
    if (channel.template === BUILTIN_TEMPLATE) throw new AppError("builtinSupplier");
    const { validFrom } = input;
    const isPast = validFrom < day;
    const next = isPast ? rows.findLast((row) => row.validFrom > validFrom) : undefined;
    const validUntil = input.validUntil ?? (next ? addDays(next.validFrom, -1) : null);
    const former = rows.find((row) => row.validFrom < validFrom && row.validUntil === null);
    // Ending it on a past day would change what was valid then.
    if (former && isPast) throw new AppError("pricePast", { data: { fields: { validFrom: "range" } } });
    const others = rows.filter((row) => row !== former);
    if (others.some((row) => overlaps(row, { validFrom, validUntil }))) {
      throw new AppError("priceOverlap", { data: { fields: { validFrom: "range" } } });
    }
    if (former) await updatePriceEnd(tx, former.id, addDays(validFrom, -1));
    const created = await insertPrice(tx, { ...input, validUntil, channelId, currency });
    await recordAuditEvent(tx, actor, {
      action: "gateway.price.create",
      target: { type: "model", id: channel.modelId, name: channel.modelName },
      before: former ? { ...priceDto(former) } : undefined,
      after: { supplier: channel.supplierName, upstreamModel: channel.upstreamModel, currency, ...input, validUntil },
    });
    return created;
  });
  invalidateModels();
  return { id };
}

/** Sets the last day of a price that is valid or will be. Throws notFound, pricePast, priceOverlap, invalidInput. */
export async function endPrice(actor: Actor, id: string, { validUntil }: PricePatch): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  const day = await today();
  await changePrice(actor, id, "gateway.price.end", async (tx, price, rows) => {
    const isOver = price.validUntil !== null && price.validUntil < day;
    // Yesterday at the earliest: what was valid on a past day was valid then.
    if (isOver || (validUntil !== null && validUntil < addDays(day, -1))) throw new AppError("pricePast");
    if (validUntil !== null && validUntil < price.validFrom) {
      throw new AppError("invalidInput", { data: { fields: { validUntil: "range" } } });
    }
    const others = rows.filter((row) => row.id !== id);
    if (others.some((row) => overlaps(row, { ...price, validUntil }))) throw new AppError("priceOverlap");
    await updatePriceEnd(tx, id, validUntil);
    return { validUntil };
  });
}

/**
 * Deletes a price that begins today or later, or one of past days by which no call was priced yet: the way out of a slip of
 * the pen. The one it ended goes on in its place.
 * Throws notFound, pricePast.
 */
export async function deletePrice(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  const { timeZone } = await loadConfig("customConfig");
  const day = dayIn(timeZone);
  await changePrice(actor, id, "gateway.price.delete", async (tx, price, rows) => {
    const run = await lastPricing(price.channelId, tx);
    if (price.validFrom < day && !isUnused(price, run, timeZone)) throw new AppError("pricePast");
    await removePrice(tx, id);
    const former = rows.find((row) => row.validUntil === addDays(price.validFrom, -1));
    if (former) await updatePriceEnd(tx, former.id, price.validUntil);
    return undefined;
  });
}

/** Of past days only, added when they were over, and no task has priced calls since. */
function isUnused(
  { validUntil, createdAt }: Row,
  run: Pick<PricingTask, "createdAt"> | null,
  timeZone: string,
): boolean {
  if (validUntil === null || dayIn(timeZone, createdAt) <= validUntil) return false;
  return !run || run.createdAt < createdAt;
}

type Row = Awaited<ReturnType<typeof listPricesOf>>[number];

async function changePrice(
  actor: Actor,
  id: string,
  action: string,
  change: (tx: Transaction, price: Row, rows: Row[]) => Promise<unknown>,
): Promise<void> {
  const found = orNotFound(await findPrice(db(), id));
  await db().transaction(async (tx) => {
    const { channel, rows } = await lockedPrices(tx, found.channelId);
    const price = orNotFound(rows.find((row) => row.id === id));
    const after = await change(tx, price, rows);
    await recordAuditEvent(tx, actor, {
      action,
      target: { type: "model", id: channel.modelId, name: channel.modelName },
      before: { supplier: channel.supplierName, ...priceDto(price) },
      after,
    });
  });
  invalidateModels();
}

/** The prices of a channel, with others who change them waiting. */
async function lockedPrices(tx: Transaction, channelId: string) {
  await lockChannel(tx, channelId);
  const channel = orNotFound(await findChannel(tx, channelId));
  return { channel, rows: await listPricesOf(tx, channelId) };
}

interface Span {
  validFrom: string;
  validUntil: string | null;
}

function overlaps(a: Span, b: Span): boolean {
  return (
    (a.validUntil === null || a.validUntil >= b.validFrom) && (b.validUntil === null || b.validUntil >= a.validFrom)
  );
}
