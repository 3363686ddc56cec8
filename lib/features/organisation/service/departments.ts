import "server-only";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import {
  countPeopleByDepartment,
  countPeopleIn,
  type DepartmentRow,
  findDepartment,
  findRootDepartment,
  hasSiblingOfName,
  insertDepartment,
  listChildren,
  listDepartments,
  lockTree,
  moveChildren,
  moveGrants,
  movePeople,
  orderDepartments,
  removeDepartment,
  removeDepartmentGrants,
  revokeSessionsBelow,
  rewritePaths,
  updateDepartment,
} from "@/db/queries/organisation/departments";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertAdministratorRemains } from "@/lib/auth/administrators";
import { invalidateApiKeys } from "@/lib/auth/api-key";
import { invalidateSessions } from "@/lib/auth/session";
import { assertDepartmentsNotStronger } from "@/lib/auth/stronger";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, withRevision } from "@/lib/editing/revision";
import { AppError, IN_THE_WAY_MAX, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { DepartmentDto } from "../dto";
import type { DepartmentMove, DepartmentPatch, NewDepartment } from "../schema";

/** The whole organisation with its people, siblings in their order, parents not necessarily before children. */
export async function readDepartments(actor: Actor): Promise<{ items: DepartmentDto[]; total: number }> {
  requirePermission(actor, P.ORG_DEPT, P.ORG_USER);
  const [rows, counts] = await Promise.all([listDepartments(db()), countPeopleByDepartment(db())]);
  const own = new Map(counts.map(({ departmentId, count }) => [departmentId, count]));
  const below = new Map<string, number>();
  for (const { id, path } of rows) {
    const people = own.get(id) ?? 0;
    if (people > 0) for (const above of idsOf(path)) below.set(above, (below.get(above) ?? 0) + people);
  }
  const items = rows.map(({ id, parentId, name, status, updatedAt }) =>
    withRevision(
      {
        id,
        parentId,
        name,
        status,
        people: own.get(id) ?? 0,
        peopleBelow: below.get(id) ?? 0,
        updatedAt: updatedAt.toISOString(),
      },
      edited,
    ),
  );
  return { items, total: items.length };
}

const edited = (row: Pick<DepartmentRow, "name" | "status" | "parentId">) =>
  fieldsOf(row, ["name", "status", "parentId"]);

/** Ids from the root to the department of a path. */
export function idsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}

/** What changed acts on the next call; other processes follow within the caches' 2 s. */
function settle(): void {
  invalidateSessions();
  invalidateApiKeys();
}

/** In the given transaction, or in one of its own that acts at once. A caller with its own calls `invalidateSessions`. */
async function change<T>(tx: Transaction | undefined, run: (tx: Transaction) => Promise<T>): Promise<T> {
  if (tx) return run(tx);
  const result = await db().transaction(run);
  settle();
  return result;
}

/** Makes a department at the end of its siblings. Throws notFound, departmentNameTaken. */
export async function createDepartment(actor: Actor, input: NewDepartment, outer?: Transaction) {
  requirePermission(actor, P.ORG_DEPT);
  return change(outer, async (tx) => {
    await lockTree(tx);
    const parent = input.parentId ? await existing(tx, input.parentId) : await root(tx);
    await assertNameFree(tx, parent.id, input.name);
    const children = await listChildren(tx, parent.id);
    const row = {
      id: v7(),
      name: input.name,
      status: input.status,
      parentId: parent.id,
      sort: (children.at(-1)?.sort ?? 0) + 1,
    };
    await insertDepartment(tx, { ...row, path: `${parent.path}${row.id}/` });
    await recordAuditEvent(tx, actor, {
      action: "org.department.create",
      target: target(row),
      after: { name: row.name, parentId: parent.id, parent: parent.name, status: row.status },
    });
    return { id: row.id };
  });
}

/**
 * Renames, enables, disables or moves a department. A disabled one closes for everybody below it too: their sessions end.
 * Throws notFound, departmentNameTaken, rootDepartment, departmentBelowItself, strongerDepartment, lastAdministrator,
 * staleRecord.
 */
export async function changeDepartment(
  actor: Actor,
  id: string,
  { revision, ...patch }: DepartmentPatch,
  outer?: Transaction,
) {
  requirePermission(actor, P.ORG_DEPT);
  return change(outer, async (tx) => {
    await lockTree(tx);
    const read = async () => {
      const row = await findDepartment(tx, id);
      return row && edited(row);
    };
    if (!outer) await assertCurrent(tx, actor, { type: "department", id, given: revision, read });
    const before = await existing(tx, id);
    const { parentId, ...columns } = patch;
    if (patch.status === "disabled" && !before.parentId) throw new AppError("rootDepartment");
    const { name, status } = columns;
    const isMoved = parentId !== undefined && parentId !== before.parentId;
    // Whoever closes or opens a department does so to everybody in it.
    if (status !== undefined && status !== before.status) await assertDepartmentsNotStronger(tx, actor, [before.path]);
    if (isMoved) await relocate(tx, actor, { ...before, name: name ?? before.name }, parentId);
    else if (name && name !== before.name && before.parentId) await assertNameFree(tx, before.parentId, name, id);
    if (name !== undefined || status !== undefined) await updateDepartment(tx, id, { name, status });
    if (status === "disabled" && before.status === "enabled") {
      await assertNotOwn(actor, before);
      await revokeSessionsBelow(tx, (await existing(tx, id)).path);
    }
    if (status === "disabled" || parentId) await assertAdministratorRemains(tx);
    await recordAuditEvent(tx, actor, {
      action: "org.department.change",
      target: target({ id, name: name ?? before.name }),
      before: Object.fromEntries(Object.keys(patch).map((key) => [key, before[key as keyof DepartmentRow]])),
      after: patch,
    });
  });
}

/** Moves a department with all below it, before one of its new siblings or to their end. */
export async function moveDepartment(actor: Actor, id: string, { parentId, beforeId }: DepartmentMove) {
  requirePermission(actor, P.ORG_DEPT);
  return change(undefined, async (tx) => {
    await lockTree(tx);
    const before = await existing(tx, id);
    if (parentId !== before.parentId) await relocate(tx, actor, before, parentId);
    await place(tx, id, parentId, beforeId ?? null);
    await assertAdministratorRemains(tx);
    await recordAuditEvent(tx, actor, {
      action: "org.department.move",
      target: target(before),
      before: { parentId: before.parentId },
      after: { parentId, beforeId: beforeId ?? null },
    });
  });
}

/** Puts a department before one of its siblings, or at their end. */
export async function orderDepartment(actor: Actor, id: string, beforeId: string | null) {
  requirePermission(actor, P.ORG_DEPT);
  return change(undefined, async (tx) => {
    await lockTree(tx);
    const row = await existing(tx, id);
    if (!row.parentId) throw new AppError("rootDepartment");
    await place(tx, id, row.parentId, beforeId);
    await recordAuditEvent(tx, actor, { action: "org.department.order", target: target(row), after: { beforeId } });
  });
}

/**
 * People, children and what was open to it go to another department; it ends. Throws notFound, rootDepartment,
 * strongerDepartment, departmentBelowItself, departmentNameTaken (two children of one name).
 */
export async function mergeDepartment(actor: Actor, id: string, intoId: string) {
  requirePermission(actor, P.ORG_DEPT);
  return change(undefined, async (tx) => {
    await lockTree(tx);
    const from = await existing(tx, id);
    const into = await existing(tx, intoId);
    if (!from.parentId) throw new AppError("rootDepartment");
    await assertDepartmentsNotStronger(tx, actor, [from.path]);
    if (into.path.startsWith(from.path)) throw new AppError("departmentBelowItself");
    const [children, there] = [await listChildren(tx, id), await listChildren(tx, intoId)];
    const taken = new Set(there.filter((child) => child.id !== id).map(({ name }) => name));
    const double = children.find(({ name }) => taken.has(name));
    if (double) throw new AppError("departmentChildTaken", { args: { name: double.name } });
    await moveChildren(tx, id, intoId);
    await rewritePaths(tx, from.path, into.path);
    const people = await movePeople(tx, id, intoId);
    await moveGrants(tx, id, intoId);
    // Its own path became the target's with the rest; it goes with it.
    await removeDepartment(tx, id);
    await orderDepartments(
      tx,
      [...there.filter((child) => child.id !== id), ...children].map((child) => child.id),
    );
    await assertAdministratorRemains(tx);
    await recordAuditEvent(tx, actor, {
      action: "org.department.merge",
      target: target(from),
      before: { parentId: from.parentId, children: children.length, people },
      after: { intoId, into: into.name },
    });
    return { people, children: children.length };
  });
}

/**
 * Deletes a department without children; its people go to `moveTo`. Throws departmentHasChildren (spec 6),
 * departmentHasPeople when nobody said where they go, rootDepartment, strongerDepartment.
 */
export async function deleteDepartment(actor: Actor, id: string, moveTo?: string) {
  requirePermission(actor, P.ORG_DEPT);
  return change(undefined, async (tx) => {
    await lockTree(tx);
    const row = await existing(tx, id);
    const children = await listChildren(tx, id);
    if (children.length > 0) {
      const inTheWay = children.slice(0, IN_THE_WAY_MAX).map(({ name }) => name);
      throw new AppError("departmentHasChildren", { data: { inTheWay, count: children.length } });
    }
    if (!row.parentId) throw new AppError("rootDepartment");
    await assertDepartmentsNotStronger(tx, actor, [row.path]);
    const people = await countPeopleIn(tx, id);
    if (people > 0 && !moveTo) throw new AppError("departmentHasPeople", { args: { count: people }, data: { people } });
    if (moveTo === id) throw new AppError("departmentBelowItself");
    const goal = moveTo ? await existing(tx, moveTo) : null;
    if (goal) await movePeople(tx, id, goal.id);
    await removeDepartmentGrants(tx, id);
    await removeDepartment(tx, id);
    await assertAdministratorRemains(tx);
    await recordAuditEvent(tx, actor, {
      action: "org.department.delete",
      target: target(row),
      before: { name: row.name, parentId: row.parentId, people },
      after: goal ? { movedTo: goal.id, movedToName: goal.name } : undefined,
    });
  });
}

/** A department below another, at the end of its children, with the paths of all below it. */
async function relocate(tx: Transaction, actor: Actor, row: DepartmentRow, parentId: string): Promise<void> {
  if (!row.parentId) throw new AppError("rootDepartment");
  await assertDepartmentsNotStronger(tx, actor, [row.path]);
  const parent = await existing(tx, parentId);
  if (parent.path.startsWith(row.path)) throw new AppError("departmentBelowItself");
  await assertNameFree(tx, parentId, row.name, row.id);
  const children = await listChildren(tx, parentId);
  await updateDepartment(tx, row.id, { parentId, name: row.name, sort: (children.at(-1)?.sort ?? 0) + 1 });
  await rewritePaths(tx, row.path, `${parent.path}${row.id}/`);
}

async function place(tx: Transaction, id: string, parentId: string, beforeId: string | null): Promise<void> {
  const order = (await listChildren(tx, parentId)).map((child) => child.id).filter((child) => child !== id);
  const at = beforeId === null ? order.length : order.indexOf(beforeId);
  if (at < 0) throw new AppError("departmentsChanged");
  await orderDepartments(tx, order.toSpliced(at, 0, id));
}

async function existing(tx: Transaction, id: string): Promise<DepartmentRow> {
  return orNotFound(await findDepartment(tx, id));
}

/** The one department without a parent. */
export async function root(tx: Transaction): Promise<DepartmentRow> {
  return orNotFound(await findRootDepartment(tx));
}

async function assertNameFree(tx: Transaction, parentId: string, name: string, except?: string): Promise<void> {
  if (!(await hasSiblingOfName(tx, { parentId, name, except }))) return;
  throw new AppError("departmentNameTaken", { data: { fields: { name: "nameTaken" } } });
}

/** Nobody locks themselves out by closing the department they are in. */
async function assertNotOwn(actor: Actor, row: DepartmentRow): Promise<void> {
  if (actor.departmentPath.startsWith(row.path)) throw new AppError("ownDepartment");
}

const target = ({ id, name }: { id: string; name: string }) => ({ type: "department", id, name });
