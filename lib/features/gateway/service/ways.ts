import "server-only";
import { db } from "@/db/client";
import { findChannel, listWays } from "@/db/queries/channels";
import { listPricesOn, listSupplierKeys } from "@/db/queries/models";
import type { channelPrices } from "@/db/schema/models";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { fieldsOf, withRevision } from "@/lib/editing/revision";
import { AppError } from "@/lib/errors/errors";
import { openBreakers, typicalLatency, wayId } from "@/lib/models/health";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import type { BreakerDto, PriceDto, WayDto, WayKeyDto } from "../dto";

export function priceDto({ channelId: _, createdAt: __, ...price }: typeof channelPrices.$inferSelect): PriceDto {
  return price;
}

/** What people edit of a way; its place is ordered and its state switched apart from the form. */
export const editedWay = (way: { weight: number }) => fieldsOf(way, ["weight"]);

/** Ways of models as the console shows them: keys, breakers, latency, today's price. */
export async function waysOf(modelIds: readonly string[]): Promise<Map<string, WayDto[]>> {
  const { timeZone } = await loadConfig("customConfig");
  const [rows, priceRows, breakers] = await Promise.all([
    listWays(db(), modelIds),
    listPricesOn(db(), dayIn(timeZone)),
    openBreakers(),
  ]);
  const keys = await listSupplierKeys(db(), [...new Set(rows.map(({ supplierId }) => supplierId))]);
  const prices = new Map(priceRows.map((row) => [row.channelId, priceDto(row)]));
  const facts = (channelId: string, keyId: string | null) => {
    const way = wayId({ id: channelId, keyId });
    const row = breakers.get(way);
    const breaker: BreakerDto | null = row
      ? { state: row.state, reason: row.reason, retryAt: row.retryAt.toISOString() }
      : null;
    return { breaker, latencyMs: typicalLatency({ id: channelId, keyId }) };
  };
  const dtos = rows.map(({ template, ...row }) => {
    const own = keys.filter(({ supplierId }) => supplierId === row.supplierId);
    const withKeys: WayKeyDto[] = own.map(({ id, name, hint, status }) => ({
      id,
      name,
      hint,
      status,
      ...facts(row.id, id),
    }));
    const plain: WayKeyDto = { id: null, name: "", hint: "", status: "enabled", ...facts(row.id, null) };
    return {
      ...withRevision(row, editedWay),
      builtin: template === BUILTIN_TEMPLATE,
      price: prices.get(row.id) ?? null,
      keys: withKeys.length > 0 ? withKeys : [plain],
    };
  });
  const grouped = Map.groupBy(dtos, ({ modelId }) => modelId);
  return new Map(modelIds.map((id) => [id, (grouped.get(id) ?? []).map(({ modelId: _, ...way }) => way)]));
}

/** A way with its model and supplier. Throws notFound. */
export async function requireWay(id: string) {
  const way = await findChannel(db(), id);
  if (!way) throw new AppError("notFound");
  return way;
}
