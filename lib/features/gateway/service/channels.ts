import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  endPause,
  findChannel,
  insertChannel,
  listChannels,
  listHistory,
  listModelsWithChannels,
  lockModel,
  removeChannel,
  updateChannel,
  updateRouting,
} from "@/db/queries/models/channels";
import { findSupplier } from "@/db/queries/models/models";
import { NO_ID } from "@/db/schema/reports";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertCurrent } from "@/lib/editing/current";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { unlessTaken } from "@/lib/errors/taken";
import { healthOf, invalidateBreakers } from "@/lib/models/health";
import { invalidateModels } from "@/lib/models/registry";
import { BUILTIN_TEMPLATE, findTemplate } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import type { CursorPage, HistoryEventDto, ListOf, RoutedModelDto } from "../dto";
import type {
  ChannelOrder,
  ChannelPatch,
  CursorQuery,
  ModelQuery,
  NewChannel,
  RetryBody,
  RoutingPatch,
} from "../routing-schema";
import { CHANNELS_MAX } from "../routing-schema";
import { editedChannel, requireChannel, waysOf } from "./channel-rows";

const TAKEN = { channels_upstream_key: ["channelTaken", "upstreamModel"] } as const;

/** A page of models with their channels. */
export async function listRoutedModels(actor: Actor, query: ModelQuery): Promise<ListOf<RoutedModelDto>> {
  requirePermission(actor, P.GATEWAY);
  const { rows: items, total } = await listModelsWithChannels(db(), query);
  const ids = items.map(({ id }) => id);
  const [channels, health] = await Promise.all([waysOf(ids), healthOf(ids)]);
  const dtos = items.map((model) => {
    const own = channels.get(model.id) ?? [];
    const { status = model.status, reason = null } = health.get(model.id) ?? {};
    return { ...model, status, reason, channels: own, builtin: own.some(({ builtin }) => builtin) };
  });
  return { items: dtos, total };
}

/** Adds a channel to a model. Throws notFound, builtinSupplier, modelWrongType, channelTaken. */
export async function addChannel(actor: Actor, modelId: string, input: NewChannel): Promise<{ id: string }> {
  requirePermission(actor, P.GATEWAY);
  const { supplierId, upstreamModel, weight = 1, last = true } = input;
  const id = await unlessTaken(TAKEN, () =>
    db().transaction(async (tx) => {
      const { model, channels } = await editableModel(tx, modelId);
      const supplier = orNotFound(await findSupplier(tx, supplierId));
      if (supplier.template === BUILTIN_TEMPLATE) throw new AppError("builtinSupplier");
      const types = findTemplate(supplier.template)?.types ?? [];
      if (!types.includes(model.type)) throw new AppError("modelWrongType");
      if (channels.length >= CHANNELS_MAX)
        throw new AppError("invalidInput", { data: { fields: { supplierId: "tooMany" } } });
      const priorities = channels.map(({ priority }) => priority);
      const priority = last ? Math.max(-1, ...priorities) + 1 : Math.min(...priorities);
      const created = await insertChannel(tx, { modelId, supplierId, upstreamModel, weight, priority });
      await recordAuditEvent(tx, actor, {
        action: "gateway.channel.create",
        target: { type: "model", id: modelId, name: model.name },
        after: { supplier: supplier.name, upstreamModel, weight, priority },
      });
      return created;
    }),
  );
  invalidateModels();
  return { id };
}

/** Changes the share of a channel or switches it. The last one that is on may be switched off: its model pauses. Throws staleRecord. */
export async function changeChannel(actor: Actor, id: string, { revision, ...patch }: ChannelPatch): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  const { modelId } = await requireChannel(id);
  await db().transaction(async (tx) => {
    const read = async () => {
      const channel = await findChannel(tx, id);
      return channel && editedChannel(channel);
    };
    await assertCurrent(tx, actor, { type: "model", id: modelId, given: revision, read });
    const before = orNotFound(await findChannel(tx, id));
    await updateChannel(tx, id, patch);
    await recordAuditEvent(tx, actor, {
      action: "gateway.channel.change",
      target: { type: "model", id: before.modelId, name: before.modelName },
      before: { supplier: before.supplierName, weight: before.weight, status: before.status },
      after: { supplier: before.supplierName, ...patch },
    });
  });
  invalidateModels();
}

/** Takes a channel away, with its prices and its history. Never the last one: lastChannel. */
export async function deleteChannel(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  const channel = await requireChannel(id);
  await db().transaction(async (tx) => {
    const { model, channels } = await editableModel(tx, channel.modelId);
    const before = orNotFound(channels.find((other) => other.id === id));
    if (channels.length === 1) throw new AppError("lastChannel");
    await removeChannel(tx, id);
    await recordAuditEvent(tx, actor, {
      action: "gateway.channel.delete",
      target: { type: "model", id: model.id, name: model.name },
      before: { supplier: before.supplierName, upstreamModel: before.upstreamModel },
    });
  });
  invalidateModels();
  invalidateBreakers();
}

/** Puts the channels of a model in order. Throws channelsChanged when they are not the ones the order names. */
export async function orderChannels(actor: Actor, modelId: string, { levels }: ChannelOrder): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  await db().transaction(async (tx) => {
    const { model, channels } = await editableModel(tx, modelId);
    const named = levels.flat();
    const known = new Set(channels.map(({ id }) => id));
    const isWhole = named.length === channels.length && new Set(named).size === named.length;
    if (!isWhole || named.some((id) => !known.has(id))) throw new AppError("channelsChanged");
    const label = new Map(
      channels.map(({ id, supplierName, upstreamModel }) => [id, `${supplierName} · ${upstreamModel}`]),
    );
    for (const [priority, level] of levels.entries()) {
      for (const id of level) await updateChannel(tx, id, { priority });
    }
    await recordAuditEvent(tx, actor, {
      action: "gateway.channel.order",
      target: { type: "model", id: modelId, name: model.name },
      before: { channels: channels.map(({ id, priority }) => [priority, label.get(id)]) },
      after: { channels: levels.flatMap((level, priority) => level.map((id) => [priority, label.get(id)])) },
    });
  });
  invalidateModels();
}

/** Chooses how the channels of one level are ordered. */
export async function changeRouting(actor: Actor, modelId: string, { routing }: RoutingPatch): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  await db().transaction(async (tx) => {
    const model = orNotFound(await lockModel(tx, modelId));
    await updateRouting(tx, modelId, routing);
    await recordAuditEvent(tx, actor, {
      action: "gateway.routing.change",
      target: { type: "model", id: modelId, name: model.name },
      before: { routing: model.routing },
      after: { routing },
    });
  });
  invalidateModels();
}

/** Ends the pause of a channel that rests: the next call tries it, as its one probe. Nothing is paid for a try of our own. */
export async function retryChannel(actor: Actor, id: string, { keyId }: RetryBody): Promise<{ resting: boolean }> {
  requirePermission(actor, P.GATEWAY);
  const channel = await requireChannel(id);
  const ended = await db().transaction(async (tx) => {
    const found = await endPause(tx, id, keyId ?? NO_ID);
    if (found) {
      await recordAuditEvent(tx, actor, {
        action: "gateway.channel.retry",
        target: { type: "model", id: channel.modelId, name: channel.modelName },
        after: { supplier: channel.supplierName, upstreamModel: channel.upstreamModel },
      });
    }
    return found;
  });
  invalidateBreakers();
  return { resting: ended };
}

/** What happened to the health of a model and its channels, newest first. */
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

/** A model whose channels may be changed, locked, with them. Throws notFound, builtinSupplier. */
async function editableModel(tx: Transaction, id: string) {
  const model = orNotFound(await lockModel(tx, id));
  const channels = await listChannels(tx, [id]);
  if (channels.some(({ template }) => template === BUILTIN_TEMPLATE)) throw new AppError("builtinSupplier");
  return { model, channels };
}
