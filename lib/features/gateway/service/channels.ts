import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  endPause,
  findChannel,
  insertChannel,
  listHistory,
  listModelsWithWays,
  listWays,
  lockModel,
  removeChannel,
  updateChannel,
  updateRouting,
} from "@/db/queries/channels";
import { findSupplier } from "@/db/queries/models";
import { NO_ID } from "@/db/schema/usage";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { recordDeed } from "@/lib/auth/audit";
import { assertCurrent } from "@/lib/editing/current";
import { AppError } from "@/lib/errors/errors";
import { unlessTaken } from "@/lib/errors/taken";
import { forgetBreakers, healthOf } from "@/lib/models/health";
import { forgetModels } from "@/lib/models/registry";
import { BUILTIN_TEMPLATE, findTemplate } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import type { CursorPage, HistoryEventDto, ListOf, RoutedModelDto } from "../dto";
import type { CursorQuery, ModelQuery, NewWay, RetryBody, RoutingPatch, WayOrder, WayPatch } from "../routing-schema";
import { WAYS_MAX } from "../routing-schema";
import { editedWay, requireWay, waysOf } from "./ways";

const TAKEN = { channels_upstream_key: ["channelTaken", "upstreamModel"] } as const;

/** A page of models with their ways. */
export async function listRoutedModels(actor: Actor, query: ModelQuery): Promise<ListOf<RoutedModelDto>> {
  requirePermission(actor, P.GATEWAY);
  const { items, total } = await listModelsWithWays(db(), query);
  const ids = items.map(({ id }) => id);
  const [ways, health] = await Promise.all([waysOf(ids), healthOf(ids)]);
  const dtos = items.map((model) => {
    const own = ways.get(model.id) ?? [];
    const { status = model.status, reason = null } = health.get(model.id) ?? {};
    return { ...model, status, reason, ways: own, builtin: own.some(({ builtin }) => builtin) };
  });
  return { items: dtos, total };
}

/** Adds a way to a model. Throws notFound, builtinSupplier, modelWrongType, channelTaken. */
export async function addWay(actor: Actor, modelId: string, input: NewWay): Promise<{ id: string }> {
  requirePermission(actor, P.GATEWAY);
  const { supplierId, upstreamModel, weight = 1, last = true } = input;
  const id = await unlessTaken(TAKEN, () =>
    db().transaction(async (tx) => {
      const { model, ways } = await editableModel(tx, modelId);
      const supplier = await findSupplier(tx, supplierId);
      if (!supplier) throw new AppError("notFound");
      if (supplier.template === BUILTIN_TEMPLATE) throw new AppError("builtinSupplier");
      const types = findTemplate(supplier.template)?.types ?? [];
      if (!types.includes(model.type)) throw new AppError("modelWrongType");
      if (ways.length >= WAYS_MAX) throw new AppError("invalidInput", { data: { fields: { supplierId: "tooMany" } } });
      const priorities = ways.map(({ priority }) => priority);
      const priority = last ? Math.max(-1, ...priorities) + 1 : Math.min(...priorities);
      const created = await insertChannel(tx, { modelId, supplierId, upstreamModel, weight, priority });
      await recordDeed(tx, actor, {
        action: "gateway.channel.create",
        target: { type: "model", id: modelId, name: model.name },
        after: { supplier: supplier.name, upstreamModel, weight, priority },
      });
      return created;
    }),
  );
  forgetModels();
  return { id };
}

/** Changes the share of a way or switches it. The last one that is on may be switched off: its model pauses. Throws staleRecord. */
export async function changeWay(actor: Actor, id: string, { revision, ...patch }: WayPatch): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  const { modelId } = await requireWay(id);
  await db().transaction(async (tx) => {
    const read = async () => {
      const way = await findChannel(tx, id);
      return way && editedWay(way);
    };
    await assertCurrent(tx, actor, { type: "model", id: modelId, given: revision, read });
    const before = await findChannel(tx, id);
    if (!before) throw new AppError("notFound");
    await updateChannel(tx, id, patch);
    await recordDeed(tx, actor, {
      action: "gateway.channel.change",
      target: { type: "model", id: before.modelId, name: before.modelName },
      before: { supplier: before.supplierName, weight: before.weight, status: before.status },
      after: { supplier: before.supplierName, ...patch },
    });
  });
  forgetModels();
}

/** Takes a way away, with its prices and its history. Never the last one: lastChannel. */
export async function deleteWay(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  const way = await requireWay(id);
  await db().transaction(async (tx) => {
    const { model, ways } = await editableModel(tx, way.modelId);
    const before = ways.find((other) => other.id === id);
    if (!before) throw new AppError("notFound");
    if (ways.length === 1) throw new AppError("lastChannel");
    await removeChannel(tx, id);
    await recordDeed(tx, actor, {
      action: "gateway.channel.delete",
      target: { type: "model", id: model.id, name: model.name },
      before: { supplier: before.supplierName, upstreamModel: before.upstreamModel },
    });
  });
  forgetModels();
  forgetBreakers();
}

/** Puts the ways of a model in order. Throws channelsChanged when they are not the ones the order names. */
export async function orderWays(actor: Actor, modelId: string, { levels }: WayOrder): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  await db().transaction(async (tx) => {
    const { model, ways } = await editableModel(tx, modelId);
    const named = levels.flat();
    const known = new Set(ways.map(({ id }) => id));
    const isWhole = named.length === ways.length && new Set(named).size === named.length;
    if (!isWhole || named.some((id) => !known.has(id))) throw new AppError("channelsChanged");
    const label = new Map(
      ways.map(({ id, supplierName, upstreamModel }) => [id, `${supplierName} · ${upstreamModel}`]),
    );
    for (const [priority, level] of levels.entries()) {
      for (const id of level) await updateChannel(tx, id, { priority });
    }
    await recordDeed(tx, actor, {
      action: "gateway.channel.order",
      target: { type: "model", id: modelId, name: model.name },
      before: { ways: ways.map(({ id, priority }) => [priority, label.get(id)]) },
      after: { ways: levels.flatMap((level, priority) => level.map((id) => [priority, label.get(id)])) },
    });
  });
  forgetModels();
}

/** Chooses how the ways of one level are ordered. */
export async function changeRouting(actor: Actor, modelId: string, { routing }: RoutingPatch): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  await db().transaction(async (tx) => {
    const model = await lockModel(tx, modelId);
    if (!model) throw new AppError("notFound");
    await updateRouting(tx, modelId, routing);
    await recordDeed(tx, actor, {
      action: "gateway.routing.change",
      target: { type: "model", id: modelId, name: model.name },
      before: { routing: model.routing },
      after: { routing },
    });
  });
  forgetModels();
}

/** Ends the pause of a way that rests: the next call tries it, as its one probe. Nothing is paid for a try of our own. */
export async function retryWay(actor: Actor, id: string, { keyId }: RetryBody): Promise<{ resting: boolean }> {
  requirePermission(actor, P.GATEWAY);
  const way = await requireWay(id);
  const ended = await db().transaction(async (tx) => {
    const found = await endPause(tx, id, keyId ?? NO_ID);
    if (found) {
      await recordDeed(tx, actor, {
        action: "gateway.channel.retry",
        target: { type: "model", id: way.modelId, name: way.modelName },
        after: { supplier: way.supplierName, upstreamModel: way.upstreamModel },
      });
    }
    return found;
  });
  forgetBreakers();
  return { resting: ended };
}

/** What happened to the health of a model and its ways, newest first. */
export async function readHistory(
  actor: Actor,
  modelId: string,
  { before, limit }: CursorQuery,
): Promise<CursorPage<HistoryEventDto>> {
  requirePermission(actor, P.GATEWAY);
  const rows = await listHistory(db(), modelId, { before, limit: limit + 1 });
  const items = rows.slice(0, limit).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** A model whose ways may be changed, locked, with them. Throws notFound, builtinSupplier. */
async function editableModel(tx: Transaction, id: string) {
  const model = await lockModel(tx, id);
  if (!model) throw new AppError("notFound");
  const ways = await listWays(tx, [id]);
  if (ways.some(({ template }) => template === BUILTIN_TEMPLATE)) throw new AppError("builtinSupplier");
  return { model, ways };
}
