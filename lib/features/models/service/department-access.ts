import "server-only";
import { db, type Queryable } from "@/db/client";
import { listModelReach } from "@/db/queries/models/access";
import { listModels } from "@/db/queries/models/models";
import { findDepartment, findDepartments } from "@/db/queries/organisation/departments";
import { addViewGrants, removeSubjectGrants } from "@/db/queries/permissions/grants";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { assertCurrent } from "@/lib/editing/current";
import { revisionOf } from "@/lib/editing/revision";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { invalidateModels } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import type { DepartmentModelsDto } from "../dto";
import type { DepartmentModelsPatch } from "../schema";

/** Every model with why a department has it. Throws notFound. */
export async function departmentModels(actor: Actor, id: string): Promise<DepartmentModelsDto> {
  requirePermission(actor, P.CONFIG_MODELS);
  const { department, items } = await reachOf(db(), id, await today());
  return { department: { id, name: department.name }, items, revision: revisionOf({ modelIds: ownOf(items) }) };
}

/**
 * The models a department is shown by itself become these, all in one. What everybody sees is not shown to some as well:
 * invalidInput. Throws notFound, staleRecord.
 */
export async function changeDepartmentModels(
  actor: Actor,
  id: string,
  { modelIds, revision }: DepartmentModelsPatch,
): Promise<void> {
  requirePermission(actor, P.CONFIG_MODELS);
  const day = await today();
  await db().transaction(async (tx) => {
    const read = async () => ({ modelIds: ownOf((await reachOf(tx, id, day)).items) });
    await assertCurrent(tx, actor, { type: "department", id, given: revision, read });
    const { department, items } = await reachOf(tx, id, day);
    const byId = new Map(items.map((item) => [item.id, item]));
    if (modelIds.some((one) => (byId.get(one)?.reach ?? "all") === "all")) {
      throw new AppError("invalidInput", { data: { fields: { modelIds: "invalid" } } });
    }
    const before = new Set(ownOf(items));
    const given = modelIds.filter((one) => !before.has(one));
    const taken = [...before].filter((one) => !modelIds.includes(one));
    const subject = { type: "department" as const, id };
    await addViewGrants(tx, { resourceType: "model", subject, resourceIds: given });
    await removeSubjectGrants(tx, { resourceType: "model", subject, resourceIds: taken });
    const named = (ids: readonly string[]) => ({ models: ids.map((one) => byId.get(one)!.name) });
    const target = { type: "department", id, name: department.name };
    await recordAuditEvent(tx, actor, {
      action: "model.department",
      target,
      before: named(taken),
      after: named(given),
    });
  });
  invalidateModels();
}

type Items = DepartmentModelsDto["items"];

const ownOf = (items: Items) => items.flatMap(({ id, reach }) => (reach === "own" ? [id] : [])).sort();

/** Asked for outside of transactions: the configuration is read through another connection, which may be the only one. */
const today = async () => dayIn((await loadConfig("customConfig")).timeZone);

async function reachOf(queryable: Queryable, id: string, day: string) {
  const department = orNotFound(await findDepartment(queryable, id));
  // From the top down, the department itself last.
  const path = department.path.split("/").filter(Boolean);
  const models = await listModels(queryable, day);
  const reach = await listModelReach(queryable, path);
  const above = await findDepartments(queryable, path);
  const names = new Map(above.map((one) => [one.id, one.name]));
  const having = Map.groupBy(reach.departments, ({ modelId }) => modelId);
  const items: Items = models.map(({ id: modelId, name, supplierId, enabled, visibility }) => {
    const ids = new Set(having.get(modelId)?.map(({ departmentId }) => departmentId));
    const nearest = path.findLast((one) => one !== id && ids.has(one));
    const isOwn = ids.has(id);
    return {
      ...{ id: modelId, name, supplierId, enabled },
      reach: visibility === "all" ? "all" : isOwn ? "own" : nearest ? "above" : "none",
      from: visibility !== "all" && nearest ? (names.get(nearest) ?? null) : null,
      roles: visibility === "all" ? 0 : (reach.roles.get(modelId) ?? 0),
    };
  });
  return { department, items };
}
