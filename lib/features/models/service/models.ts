import "server-only";
import { db, type Transaction, violatedConstraint } from "@/db/client";
import {
  findModel,
  findSupplier,
  insertModel,
  listDefaults,
  listModels as listRows,
  listTemplatesOf,
  removeDefault,
  removeModel,
  updateChannelModel,
  updateModel,
  upsertDefault,
} from "@/db/queries/models";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { recordDeed } from "@/lib/auth/audit";
import { purposeOf } from "@/lib/config/model-kinds";
import { AppError } from "@/lib/http/errors";
import { forgetModels } from "@/lib/models/registry";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import type { ModelDto } from "../dto";
import type { ModelDefaultsPatch, ModelPatch, NewModel, NewModels } from "../schema";
import { addPickedModels } from "./picked-models";

/** Every model with its supplier, in the order they were added. */
export async function listModels(actor: Actor): Promise<{ items: ModelDto[]; total: number }> {
  requirePermission(actor, P.CONFIG_MODELS);
  const [rows, defaults] = await Promise.all([listRows(db()), listDefaults(db())]);
  const chosen = new Set(defaults.map((row) => row.modelId));
  const items = rows.map(({ createdAt: _, checkedAt, ...row }) => ({
    ...row,
    checkedAt: checkedAt?.toISOString() ?? null,
    isDefault: chosen.has(row.id),
  }));
  return { items, total: items.length };
}

/** Adds a model of a supplier. Throws notFound, builtinSupplier or modelNameTaken. */
export async function createModel(actor: Actor, input: NewModel): Promise<{ id: string }> {
  requirePermission(actor, P.CONFIG_MODELS);
  const { supplierId, upstreamModel = input.name, ...row } = input;
  const id = await unique(() =>
    db().transaction(async (tx) => {
      const supplier = await findSupplier(tx, supplierId);
      if (!supplier) throw new AppError("notFound");
      if (supplier.template === BUILTIN_TEMPLATE) throw new AppError("builtinSupplier");
      const created = await insertModel(tx, row, { supplierId, upstreamModel });
      await recordDeed(tx, actor, {
        action: "model.create",
        target: { type: "model", id: created, name: row.name },
        after: { ...row, supplier: supplier.name, upstreamModel },
      });
      return created;
    }),
  );
  forgetModels();
  return { id };
}

/** Adds models of a supplier's list; a name that is taken gets the supplier's behind it. Throws notFound, builtinSupplier. */
export async function createModels(
  actor: Actor,
  supplierId: string,
  { models }: NewModels,
): Promise<{ ids: string[] }> {
  requirePermission(actor, P.CONFIG_MODELS);
  const ids = await unique(() =>
    db().transaction(async (tx) => {
      const supplier = await findSupplier(tx, supplierId);
      if (!supplier) throw new AppError("notFound");
      if (supplier.template === BUILTIN_TEMPLATE) throw new AppError("builtinSupplier");
      return addPickedModels(tx, actor, supplier, models);
    }),
  );
  forgetModels();
  return { ids };
}

/** Changes a model. Of the built-in one only `enabled`: builtinSupplier otherwise. Throws notFound, modelNameTaken. */
export async function changeModel(actor: Actor, id: string, patch: ModelPatch): Promise<void> {
  requirePermission(actor, P.CONFIG_MODELS);
  const { upstreamModel, ...columns } = patch;
  await unique(() =>
    db().transaction(async (tx) => {
      const before = await findModel(tx, id);
      if (!before) throw new AppError("notFound");
      const isSwitch = Object.keys(patch).every((key) => key === "enabled");
      if (!isSwitch && (await isBuiltin(tx, id))) throw new AppError("builtinSupplier");
      if (Object.keys(columns).length > 0) await updateModel(tx, id, columns);
      if (upstreamModel) await updateChannelModel(tx, id, upstreamModel);
      // A default that no longer fits its purpose would be asked for answers it cannot give.
      const purpose = purposeOf(before.type);
      if (columns.type && purpose && purposeOf(columns.type) !== purpose) await removeDefault(tx, purpose, id);
      await recordDeed(tx, actor, {
        action: "model.change",
        target: { type: "model", id, name: columns.name ?? before.name },
        before: Object.fromEntries(Object.keys(columns).map((key) => [key, before[key as keyof typeof before]])),
        after: patch,
      });
    }),
  );
  forgetModels();
}

/** Deletes a model with its channels. Throws notFound, builtinSupplier. */
export async function deleteModel(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CONFIG_MODELS);
  await db().transaction(async (tx) => {
    const before = await findModel(tx, id);
    if (!before) throw new AppError("notFound");
    if (await isBuiltin(tx, id)) throw new AppError("builtinSupplier");
    await removeModel(tx, id);
    await recordDeed(tx, actor, {
      action: "model.delete",
      target: { type: "model", id, name: before.name },
      before: { name: before.name, type: before.type },
    });
  });
  forgetModels();
}

/** The model each purpose uses by itself; ids, null where none is chosen. */
export async function modelDefaults(actor: Actor): Promise<{ chat: string | null; embedding: string | null }> {
  requirePermission(actor, P.CONFIG_MODELS);
  const rows = new Map((await listDefaults(db())).map((row) => [row.purpose, row.modelId]));
  return { chat: rows.get("chat") ?? null, embedding: rows.get("embedding") ?? null };
}

/** Chooses defaults. A chat default must answer chats, an embedding default must embed: invalidInput otherwise. */
export async function setModelDefaults(actor: Actor, patch: ModelDefaultsPatch): Promise<void> {
  requirePermission(actor, P.CONFIG_MODELS);
  await db().transaction(async (tx) => {
    for (const purpose of ["chat", "embedding"] as const) {
      const modelId = patch[purpose];
      if (!modelId) continue;
      const model = await findModel(tx, modelId);
      if (!model) throw new AppError("notFound");
      if (!model.enabled) throw new AppError("modelDisabled");
      if (purposeOf(model.type) !== purpose)
        throw new AppError("invalidInput", { data: { fields: { [purpose]: "invalid" } } });
      await upsertDefault(tx, { purpose, modelId });
      await recordDeed(tx, actor, {
        action: "model.default",
        target: { type: "model", id: modelId, name: model.name },
        after: { purpose },
      });
    }
  });
  forgetModels();
}

async function isBuiltin(tx: Transaction, modelId: string): Promise<boolean> {
  return (await listTemplatesOf(tx, modelId)).includes(BUILTIN_TEMPLATE);
}

async function unique<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "models_name_key")
      throw new AppError("modelNameTaken", { data: { fields: { name: "nameTaken" } } });
    throw error;
  }
}
