import { and, asc, desc, eq, gt, ilike, isNull, or } from "drizzle-orm";
import type { Queryable } from "../../client";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { channelPrices, channels, models, suppliers } from "../../schema/models";
import { holdsOn } from "./models";

interface PricedPage extends Page {
  keyword?: string;
  /** Only channels without a price on this day. */
  unpricedOn?: string;
  day: string;
}

/** A page of channels with the price that holds on a day. */
export async function listPricedChannels(db: Queryable, { keyword, unpricedOn, day, ...page }: PricedPage) {
  const pattern = keyword && likePattern(keyword);
  const where = and(
    unpricedOn ? isNull(channelPrices.id) : undefined,
    pattern
      ? or(ilike(models.name, pattern), ilike(suppliers.name, pattern), ilike(channels.upstreamModel, pattern))
      : undefined,
  );
  const list = db
    .select({
      channelId: channels.id,
      modelId: models.id,
      modelName: models.name,
      modelType: models.type,
      supplierName: suppliers.name,
      template: suppliers.template,
      upstreamModel: channels.upstreamModel,
      price: channelPrices,
    })
    .from(channels)
    .innerJoin(models, eq(models.id, channels.modelId))
    .innerJoin(suppliers, eq(suppliers.id, channels.supplierId))
    .leftJoin(channelPrices, and(eq(channelPrices.channelId, channels.id), holdsOn(day)))
    .where(where)
    .$dynamic();
  return pageOf(db, list, page, asc(models.createdAt), asc(models.id), asc(channels.priority), asc(channels.id));
}

/** Prices of channels that begin after a day, the next one of each first. */
export function listUpcomingPrices(db: Queryable, day: string) {
  return db
    .select({ channelId: channelPrices.channelId, validFrom: channelPrices.validFrom })
    .from(channelPrices)
    .where(gt(channelPrices.validFrom, day))
    .orderBy(asc(channelPrices.validFrom))
    .limit(2000);
}

/** Every price a channel had, has and will have; the latest first. */
export function listPricesOf(db: Queryable, channelId: string) {
  return db
    .select()
    .from(channelPrices)
    .where(eq(channelPrices.channelId, channelId))
    .orderBy(desc(channelPrices.validFrom))
    .limit(500);
}

/** Makes others who change this channel's prices wait: rows must not overlap. */
export async function lockChannel(db: Queryable, id: string): Promise<void> {
  await db.select({ id: channels.id }).from(channels).where(eq(channels.id, id)).for("update");
}

export async function findPrice(db: Queryable, id: string) {
  const [row] = await db.select().from(channelPrices).where(eq(channelPrices.id, id));
  return row ?? null;
}

export async function updatePriceEnd(db: Queryable, id: string, validUntil: string | null): Promise<void> {
  await db.update(channelPrices).set({ validUntil }).where(eq(channelPrices.id, id));
}

export async function removePrice(db: Queryable, id: string): Promise<void> {
  await db.delete(channelPrices).where(eq(channelPrices.id, id));
}

/** Whether any price is written in a currency: then it cannot be changed. */
export function countPrices(db: Queryable): Promise<number> {
  return db.$count(channelPrices);
}
