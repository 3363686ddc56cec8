import "server-only";
import { db } from "@/db/client";
import { findChannel, listChannels } from "@/db/queries/models/channels";
import { listPricesOn, listSupplierKeys } from "@/db/queries/models/models";
import type { channelPrices } from "@/db/schema/models";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { fieldsOf, withRevision } from "@/lib/editing/revision";
import { orNotFound } from "@/lib/errors/errors";
import type { BreakerDto, ChannelDto, ChannelKeyDto, PriceDto } from "@/lib/features/gateway/dto";
import { channelKeyId, openBreakers, typicalLatency } from "@/lib/models/health";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";

export function priceDto({ channelId: _, createdAt: __, ...price }: typeof channelPrices.$inferSelect): PriceDto {
  return price;
}

/** What people edit of a channel; its place is ordered and its state switched apart from the form. */
export const editedChannel = (channel: { weight: number }) => fieldsOf(channel, ["weight"]);

/** Ways of models as the console shows them: keys, breakers, latency, today's price. */
export async function waysOf(modelIds: readonly string[]): Promise<Map<string, ChannelDto[]>> {
  const { timeZone } = await loadConfig("customConfig");
  const [rows, priceRows, breakers] = await Promise.all([
    listChannels(db(), modelIds),
    listPricesOn(db(), dayIn(timeZone)),
    openBreakers(),
  ]);
  const keys = await listSupplierKeys(db(), [...new Set(rows.map(({ supplierId }) => supplierId))]);
  const prices = new Map(priceRows.map((row) => [row.channelId, priceDto(row)]));
  const facts = (channelId: string, keyId: string | null) => {
    const channel = channelKeyId({ id: channelId, keyId });
    const row = breakers.get(channel);
    const breaker: BreakerDto | null = row
      ? { state: row.state, reason: row.reason, retryAt: row.retryAt.toISOString() }
      : null;
    return { breaker, latencyMs: typicalLatency({ id: channelId, keyId }) };
  };
  const dtos = rows.map(({ template, ...row }) => {
    const own = keys.filter(({ supplierId }) => supplierId === row.supplierId);
    const withKeys: ChannelKeyDto[] = own.map(({ id, name, hint, status }) => ({
      id,
      name,
      hint,
      status,
      ...facts(row.id, id),
    }));
    const plain: ChannelKeyDto = { id: null, name: "", hint: "", status: "enabled", ...facts(row.id, null) };
    return {
      ...withRevision(row, editedChannel),
      builtin: template === BUILTIN_TEMPLATE,
      price: prices.get(row.id) ?? null,
      keys: withKeys.length > 0 ? withKeys : [plain],
    };
  });
  const grouped = Map.groupBy(dtos, ({ modelId }) => modelId);
  return new Map(modelIds.map((id) => [id, (grouped.get(id) ?? []).map(({ modelId: _, ...channel }) => channel)]));
}

/** A channel with its model and supplier. Throws notFound. */
export async function requireChannel(id: string) {
  return orNotFound(await findChannel(db(), id));
}
