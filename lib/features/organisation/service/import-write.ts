import "server-only";
import type { Transaction } from "@/db/client";
import { findDepartments, lockTree, lockTreeShared, revokeSessionsBelow } from "@/db/queries/organisation/departments";
import {
  insertCodesAndRoles,
  insertDepartments,
  insertPeopleAwaiting,
  updateDepartmentsEach,
  updatePeopleEach,
} from "@/db/queries/organisation/import-changes";
import { findPeople } from "@/db/queries/organisation/people";
import { insertUserRoles, lockPeople, revokeSessionsOf } from "@/db/queries/organisation/people-changes";
import type { newActivationCode } from "@/lib/auth/activation";
import type { Actor } from "@/lib/auth/actor";
import { assertAdministratorRemains } from "@/lib/auth/administrators";
import { assertDepartmentsNotStronger, assertNotStronger } from "@/lib/auth/stronger";
import { AppError } from "@/lib/errors/errors";
import { assertSeats } from "@/lib/licence/seats";
import type { DepartmentPlan } from "../import/plan-departments";
import type { ChangedPerson, NewPerson } from "../import/plan-users";
import { Tree, type TreeNode } from "../import/tree";
import type { UserLot } from "./import-plan";
import { assertMayGiveAll, heldBy, rolesOf } from "./user-rules";

/** A new person, ready to be written. */
type Prepared = NewPerson & { id: string } & ReturnType<typeof newActivationCode>;

/** Writes a lot of people. `seats` are those that have to be free: for it, and for what comes after it. */
export async function writeUsers(
  tx: Transaction,
  actor: Actor,
  { changes, departments }: UserLot,
  people: readonly Prepared[],
  seats: number,
): Promise<void> {
  await (departments.length > 0 ? lockTree(tx) : lockTreeShared(tx));
  await assertSameTree(
    tx,
    departments,
    [...people, ...changes].map(({ departmentId }) => departmentId),
  );
  const roleIds = [...people, ...changes].flatMap((row) => row.roleIds);
  await assertMayGiveAll(actor, await rolesOf(tx, [...new Set(roleIds)]));
  await assertSeats(tx, seats);
  await insertDepartments(tx, departments);
  await insertPeopleAwaiting(tx, people);
  await insertCodesAndRoles(tx, people);
  await changePeople(tx, actor, changes);
  if (changes.some((row) => row.status !== row.before.status || row.departmentId !== row.before.departmentId)) {
    await assertAdministratorRemains(tx);
  }
}

async function changePeople(tx: Transaction, actor: Actor, changes: readonly ChangedPerson[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ before }) => before.id);
  await lockPeople(tx, ids);
  const [people, held] = [await findPeople(tx, ids), await heldBy(tx, ids)];
  const now = new Map(people.map((row) => [row.id, row]));
  for (const { before } of changes) {
    const row = now.get(before.id);
    const keys = ["name", "departmentId", "phone", "email", "status"] as const;
    if (!row || keys.some((key) => row[key] !== before[key])) throw new AppError("importChanged");
    assertNotStronger(actor, held(before.id));
  }
  await updatePeopleEach(
    tx,
    changes.map(({ before, name, departmentId, phone, email, status }) => {
      return { id: before.id, name, departmentId, phone, email, status };
    }),
  );
  await insertUserRoles(
    tx,
    changes.flatMap(({ before, roleIds }) => roleIds.map((roleId) => ({ userId: before.id, roleId }))),
  );
  const closed = changes.filter(({ status, before }) => status === "disabled" && before.status === "enabled");
  if (closed.length > 0)
    await revokeSessionsOf(
      tx,
      closed.map(({ before }) => before.id),
    );
}

/** Writes departments; `signal` is looked at between statements. */
export async function writeDepartments(
  tx: Transaction,
  actor: Actor,
  plan: DepartmentPlan,
  signal: AbortSignal,
): Promise<void> {
  await lockTree(tx);
  await assertSameTree(
    tx,
    plan.creates,
    plan.changes.map(({ node }) => node.id),
    plan.changes.map(({ node }) => node),
  );
  const switched = plan.changes.filter(({ node, status }) => status !== node.status);
  await assertDepartmentsNotStronger(
    tx,
    actor,
    switched.map(({ node }) => node.path),
  );
  await insertDepartments(tx, plan.creates);
  signal.throwIfAborted();
  await updateDepartmentsEach(
    tx,
    plan.changes.map(({ node, status, sort }) => ({ id: node.id, status, sort })),
  );
  const closed = plan.changes.filter(({ node, status }) => status === "disabled" && node.status === "enabled");
  for (const { node } of closed) await revokeSessionsBelow(tx, node.path);
  if (closed.length > 0) await assertAdministratorRemains(tx);
}

/** What the plan leans on is as it was: departments people go to are open, new ones have their parent, changed ones did not change. */
async function assertSameTree(
  tx: Transaction,
  added: readonly TreeNode[],
  used: readonly (string | null)[],
  changed: readonly TreeNode[] = [],
): Promise<void> {
  const isNew = new Set(added.map(({ id }) => id));
  const wanted = [...used, ...added.map(({ parentId }) => parentId), ...changed.map(({ id }) => id)];
  const tree = await treeOf(tx, new Set(wanted.filter((id) => id !== null && !isNew.has(id))));
  const stands = (id: string | null) => {
    const node = tree.get(id);
    return node !== undefined && (changed.length > 0 || tree.isOpen(node));
  };
  const parents = added.flatMap(({ parentId, path }) => {
    if (parentId && isNew.has(parentId)) return [];
    return [tree.get(parentId)?.path === parentPathOf(path)];
  });
  const people = [...new Set(used)].filter((id) => id !== null && !isNew.has(id));
  const same = changed.every(({ id, path, status, sort }) => {
    const now = tree.get(id);
    return now?.path === path && now.status === status && now.sort === sort;
  });
  if (!same || parents.includes(false) || !people.every(stands)) throw new AppError("importChanged");
}

/** These departments with all above them. Not the whole tree: it would be read once a lot, while others wait. */
async function treeOf(tx: Transaction, ids: ReadonlySet<string | null>): Promise<Tree> {
  const found = await findDepartments(
    tx,
    [...ids].filter((id) => id !== null),
  );
  const above = new Set(found.flatMap(({ path }) => path.split("/").filter((id) => id !== "" && !ids.has(id))));
  return new Tree([...found, ...(await findDepartments(tx, [...above]))]);
}

const parentPathOf = (path: string) => path.replace(/[^/]+\/$/, "");
