import "server-only";
import { db, type Queryable, type Transaction } from "@/db/client";
import { countSubjects } from "@/db/queries/models/access";
import {
  clearDefault,
  findModel,
  findSupplier,
  insertModel,
  listDefaults,
  listModels as listRows,
  listTemplatesOf,
  removeDefault,
  removeModel,
  updateFirstChannel,
  updateModel,
  upsertDefault,
} from "@/db/queries/models/models";
import { removeGrants, replaceGrants, viewGrants } from "@/db/queries/permissions/grants";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { MODEL_PURPOSES, type ModelPurpose, servesPurpose } from "@/lib/config/model-kinds";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { assertCurrent } from "@/lib/editing/current";
import { revisionOf } from "@/lib/editing/revision";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { unlessTaken } from "@/lib/errors/taken";
import { healthOf } from "@/lib/models/health";
import { invalidateModels } from "@/lib/models/registry";
import { chooseFirstModel } from "@/lib/models/suppliers/first-model";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import type { ModelDefaultsDto, ModelDto } from "../dto";
import type { ModelDefaultsPatch, ModelPatch, NewModel } from "../schema";
import { editedModel } from "./detail";
import { usedSince, whereUsed } from "./where-used";

const TAKEN = { models_name_key: ["modelNameTaken", "name"] } as const;

/** Every model with its supplier, in the order they were added. */
export async function listModels(actor: Actor): Promise<{ items: ModelDto[]; total: number }> {
  requirePermission(actor, P.CONFIG_MODELS);
  const { timeZone } = await loadConfig("customConfig");
  const [rows, health] = await Promise.all([listRows(db(), dayIn(timeZone)), healthOf()]);
  const items = rows.map(({ createdAt: _, checkedAt, ...row }) => ({
    ...row,
    checkedAt: checkedAt?.toISOString() ?? null,
    status: health.get(row.id)?.status ?? row.status,
    checkError: health.get(row.id)?.reason ?? null,
  }));
  return { items, total: items.length };
}

/** Adds a model of a supplier. Throws notFound, builtinSupplier or modelNameTaken. */
export async function createModel(actor: Actor, input: NewModel): Promise<{ id: string }> {
  requirePermission(actor, P.CONFIG_MODELS);
  const { supplierId, upstreamModel = input.name, ...row } = input;
  const id = await unlessTaken(TAKEN, () =>
    db().transaction(async (tx) => {
      const supplier = orNotFound(await findSupplier(tx, supplierId));
      if (supplier.template === BUILTIN_TEMPLATE) throw new AppError("builtinSupplier");
      const created = await insertModel(tx, row, { supplierId, upstreamModel });
      await recordAuditEvent(tx, actor, {
        action: "model.create",
        target: { type: "model", id: created, name: row.name },
        after: { ...row, supplier: supplier.name, upstreamModel },
      });
      await chooseFirstModel(tx, actor, [{ ...row, id: created, abilities: row.abilities ?? [] }]);
      return created;
    }),
  );
  invalidateModels();
  return { id };
}

/**
 * Changes a model. Of the built-in one only `enabled`: builtinSupplier otherwise. Switching off what is used needs a
 * confirmation: modelInUse with the uses. Throws notFound, modelNameTaken, staleRecord.
 */
export async function changeModel(actor: Actor, id: string, { revision, ...patch }: ModelPatch): Promise<void> {
  requirePermission(actor, P.CONFIG_MODELS);
  const { upstreamModel, roleIds, departmentIds, confirmed = false, ...columns } = patch;
  const since = await usedSince();
  await unlessTaken(TAKEN, () =>
    db().transaction(async (tx) => {
      await assertCurrent(tx, actor, { type: "model", id, given: revision, read: () => editedModel(tx, id) });
      const before = orNotFound(await findModel(tx, id));
      const isSwitch = Object.keys(patch).every((key) => key === "enabled" || key === "confirmed");
      if (!isSwitch && (await isBuiltin(tx, id))) throw new AppError("builtinSupplier");
      if (columns.enabled === false && before.enabled && !confirmed) await assertUnused(tx, id, since);
      if (Object.keys(columns).length > 0) await updateModel(tx, id, columns);
      if (upstreamModel) await updateFirstChannel(tx, id, upstreamModel);
      await showTo(tx, id, { visibility: columns.visibility ?? before.visibility, roleIds, departmentIds });
      // A default that no longer fits its purpose would be asked for answers it cannot give.
      const after = { ...before, ...columns };
      for (const purpose of MODEL_PURPOSES) if (!servesPurpose(after, purpose)) await removeDefault(tx, purpose, id);
      await recordAuditEvent(tx, actor, {
        action: "model.change",
        target: { type: "model", id, name: columns.name ?? before.name },
        before: Object.fromEntries(Object.keys(columns).map((key) => [key, before[key as keyof typeof before]])),
        after: patch,
      });
    }),
  );
  invalidateModels();
}

/** Deletes a model with its channels; one that is used needs a confirmation. Throws notFound, builtinSupplier, modelInUse. */
export async function deleteModel(actor: Actor, id: string, confirmed = false): Promise<void> {
  requirePermission(actor, P.CONFIG_MODELS);
  const since = await usedSince();
  await db().transaction(async (tx) => {
    const before = orNotFound(await findModel(tx, id));
    if (await isBuiltin(tx, id)) throw new AppError("builtinSupplier");
    if (!confirmed) await assertUnused(tx, id, since);
    await removeModel(tx, id);
    await removeGrants(tx, "model", [id]);
    await recordAuditEvent(tx, actor, {
      action: "model.delete",
      target: { type: "model", id, name: before.name },
      before: { name: before.name, type: before.type },
    });
  });
  invalidateModels();
}

/** The model each purpose uses by itself; ids, null where none is chosen. */
export async function modelDefaults(actor: Actor): Promise<ModelDefaultsDto> {
  requirePermission(actor, P.CONFIG_MODELS);
  const chosen = await chosenModels(db());
  return { ...chosen, revision: revisionOf(chosen) };
}

async function chosenModels(queryable: Queryable): Promise<Record<ModelPurpose, string | null>> {
  const rows = new Map((await listDefaults(queryable)).map((row) => [row.purpose, row.modelId]));
  return Object.fromEntries(MODEL_PURPOSES.map((purpose) => [purpose, rows.get(purpose) ?? null])) as Record<
    ModelPurpose,
    string | null
  >;
}

/** Chooses defaults; null takes one away. A model must serve the purpose: invalidInput otherwise. Throws staleRecord. */
export async function setModelDefaults(actor: Actor, { revision, ...patch }: ModelDefaultsPatch): Promise<void> {
  requirePermission(actor, P.CONFIG_MODELS);
  await db().transaction(async (tx) => {
    await assertCurrent(tx, actor, { type: "model", id: "defaults", given: revision, read: () => chosenModels(tx) });
    for (const purpose of MODEL_PURPOSES) {
      const modelId = patch[purpose];
      if (modelId === undefined) continue;
      if (modelId === null) {
        await clearDefault(tx, purpose);
        continue;
      }
      const model = orNotFound(await findModel(tx, modelId));
      if (!model.enabled) throw new AppError("modelDisabled");
      if (!servesPurpose(model, purpose))
        throw new AppError("invalidInput", { data: { fields: { [purpose]: "invalid" } } });
      await upsertDefault(tx, { purpose, modelId });
      await recordAuditEvent(tx, actor, {
        action: "model.default",
        target: { type: "model", id: modelId, name: model.name },
        after: { purpose },
      });
    }
  });
  invalidateModels();
}

async function assertUnused(tx: Transaction, id: string, since: string): Promise<void> {
  const uses = await whereUsed(tx, id, since);
  if (uses.length > 0) throw new AppError("modelInUse", { data: { uses } });
}

/** Writes who sees a model of partial visibility; one that everybody sees has no rows. */
async function showTo(
  tx: Transaction,
  id: string,
  { visibility, roleIds, departmentIds }: Pick<ModelPatch, "visibility" | "roleIds" | "departmentIds">,
): Promise<void> {
  const wanted = { role: roleIds, department: departmentIds } as const;
  for (const type of ["role", "department"] as const) {
    const ids = visibility === "all" ? [] : wanted[type];
    if (!ids) continue;
    if ((await countSubjects(tx, type, ids)) < ids.length) {
      throw new AppError("invalidInput", { data: { fields: { [`${type}Ids`]: "invalid" } } });
    }
    await replaceGrants(tx, { type: "model", id, of: type }, viewGrants(type, ids));
  }
}

async function isBuiltin(tx: Transaction, modelId: string): Promise<boolean> {
  return (await listTemplatesOf(tx, modelId)).includes(BUILTIN_TEMPLATE);
}
