import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { listDepartments, lockTree, lockTreeShared, revokeSessionsBelow } from "@/db/queries/organisation/departments";
import {
  insertCodesAndRoles,
  insertDepartments,
  insertPeopleAwaiting,
  updateDepartmentsEach,
  updatePeopleEach,
} from "@/db/queries/organisation/import-changes";
import { changeImport } from "@/db/queries/organisation/imports";
import { findPeople } from "@/db/queries/organisation/people";
import { insertUserRoles, lockPeople, revokeSessionsOf } from "@/db/queries/organisation/people-changes";
import { recordAuditEvent } from "@/lib/audit/audit";
import { newActivationCode } from "@/lib/auth/activation";
import type { Actor } from "@/lib/auth/actor";
import { assertAdministratorRemains } from "@/lib/auth/administrators";
import { assertDepartmentsNotStronger, assertNotStronger } from "@/lib/auth/stronger";
import { encrypt } from "@/lib/encryption";
import { AppError } from "@/lib/errors/errors";
import { assertSeats } from "@/lib/licence/seats";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { DepartmentPlan } from "../import/plan-departments";
import type { ChangedPerson, UserPlan } from "../import/plan-users";
import { Tree, type TreeNode } from "../import/tree";
import { makePlan, type Plan, seatsOf, summaryOf, type WholeImport } from "./import-plan";
import { endOf, type ImportTask, working } from "./import-work";
import { assertMayGiveAll, heldBy, rolesOf } from "./user-rules";
import { settleUsers } from "./users";

export const CODES_PURPOSE = "import-codes";
/** People of one statement; between two of them the run can still be stopped. */
const CHUNK = 1000;

/**
 * Carries a confirmed import out: everything is made ready first, then one short transaction writes it all or nothing.
 * Begun again after a crash it finds nothing of the transaction that did not end.
 */
export const importRun = defineTask({
  kind: "importRun",
  input: z.object({ id: z.uuid() }),
  anyOf: [P.ORG_USER, P.ORG_DEPT],
  atOnce: 1,
  steps: { write: carryOut },
  onEnd: endOf("running"),
});

function carryOut(task: ImportTask): Promise<void> {
  return working(task, "running", async (actor, run) => {
    const made = await makePlan(actor, run, (done) => task.tell(done, run.total));
    const summary = summaryOf(made);
    // What was confirmed is what happens, or nothing does.
    if (Object.entries(summary).some(([key, count]) => run.summary[key] !== count)) throw new AppError("importChanged");
    const people = made.kind === "users" ? prepare(made.plan) : [];
    await task.keep({ done: run.total, total: run.total });
    await task.finish((tx) => write(tx, { actor, run, made, people, signal: task.signal })).catch(asChanged);
    settleUsers();
  });
}

type Prepared = ReturnType<typeof prepare>[number];

/** Ids and codes, before anybody has to wait for us. */
function prepare({ creates }: UserPlan) {
  return creates.map((person) => ({ ...person, id: v7(), ...newActivationCode() }));
}

interface Writing {
  actor: Actor;
  run: WholeImport;
  made: Plan;
  people: Prepared[];
  /** Looked at between statements: a long transaction is left in the middle. */
  signal: AbortSignal;
}

async function write(tx: Transaction, { actor, run, made, people, signal }: Writing): Promise<void> {
  if (made.kind === "users") await writeUsers(tx, actor, made.plan, people, signal);
  else await writeDepartments(tx, actor, made.plan, signal);
  signal.throwIfAborted();
  const codes = people.map(({ account, name, code }) => [account, name, code]);
  const done = await changeImport(tx, run.id, ["running"], {
    status: "done",
    rows: null,
    finishedAt: new Date(),
    ...(codes.length > 0 ? { codesCipher: encrypt(CODES_PURPOSE, JSON.stringify(codes)) } : {}),
  });
  if (!done) throw new AppError("importNotReady");
  await recordAuditEvent(tx, actor, {
    action: "org.import.run",
    target: { type: "import", id: run.id, name: run.fileName },
    after: { kind: run.kind, ...summaryOf(made) },
  });
}

async function writeUsers(tx: Transaction, actor: Actor, plan: UserPlan, people: Prepared[], signal: AbortSignal) {
  await (plan.departments.length > 0 ? lockTree(tx) : lockTreeShared(tx));
  await assertSameTree(tx, plan.departments, [
    ...plan.creates.map(({ departmentId }) => departmentId),
    ...plan.changes.map(({ departmentId }) => departmentId),
  ]);
  const roleIds = [...plan.creates, ...plan.changes].flatMap((row) => row.roleIds);
  await assertMayGiveAll(actor, await rolesOf(tx, [...new Set(roleIds)]));
  await assertSeats(tx, seatsOf(plan));
  await insertDepartments(tx, plan.departments);
  for (let at = 0; at < people.length; at += CHUNK) {
    signal.throwIfAborted();
    const chunk = people.slice(at, at + CHUNK);
    await insertPeopleAwaiting(tx, chunk);
    await insertCodesAndRoles(tx, chunk);
  }
  for (let at = 0; at < plan.changes.length; at += CHUNK) {
    signal.throwIfAborted();
    await changePeople(tx, actor, plan.changes.slice(at, at + CHUNK));
  }
  if (plan.changes.some((row) => row.status !== row.before.status || row.departmentId !== row.before.departmentId)) {
    await assertAdministratorRemains(tx);
  }
}

async function changePeople(tx: Transaction, actor: Actor, changes: readonly ChangedPerson[]): Promise<void> {
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

async function writeDepartments(
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
  const tree = new Tree(await listDepartments(tx));
  const isNew = new Set(added.map(({ id }) => id));
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

const parentPathOf = (path: string) => path.replace(/[^/]+\/$/, "");

/** Somebody made the same account or department meanwhile, or a role went or grew: the check no longer holds. */
function asChanged(error: unknown): never {
  if (error instanceof AppError && ["invalidInput", "codesNotHeld", "limitsNotHeld"].includes(error.key)) {
    throw new AppError("importChanged", { cause: error });
  }
  const code = (error as { cause?: { code?: string } }).cause?.code;
  if (code === "23505" || code === "23503") throw new AppError("importChanged", { cause: error });
  throw error;
}
