import "server-only";
import { db, type Transaction } from "@/db/client";
import { lockTreeShared } from "@/db/queries/organisation/departments";
import { findPeople, listPeopleIds } from "@/db/queries/organisation/people";
import {
  insertUserRoles,
  lockPeople,
  removeUserRoles,
  revokeSessionsOf,
  updatePeople,
} from "@/db/queries/organisation/people-changes";
import { recordAuditEvents } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertAdministratorRemains } from "@/lib/auth/administrators";
import { assertMayTakeRoles } from "@/lib/auth/granting";
import { ADMINISTRATOR } from "@/lib/auth/session";
import { strongerThan } from "@/lib/auth/stronger";
import { AppError, type ErrorKey } from "@/lib/errors/errors";
import { assertSeats } from "@/lib/licence/seats";
import { P } from "@/lib/permissions/codes";
import type { BulkResult } from "../dto";
import type { BulkChange } from "../schema";
import { removeUser, settleOwned } from "./leaving";
import { assertMayGiveAll, heldBy, rolesOf } from "./user-rules";
import { assertDepartments, settleUsers, toPersonFilter } from "./users";

/** People of one transaction: others wait no longer than this takes. */
const CHUNK = 500;
/** A filter may find everybody. */
const FILTER_MAX = 100_000;
/** Deleting goes person by person. */
const DELETE_MAX = 500;
const REFUSED_SHOWN = 50;

type Found = Awaited<ReturnType<typeof findPeople>>[number];

/**
 * The same change for many people. Whom it cannot be done to stays as they were and is told of; the rest is done.
 * Throws what concerns the change as a whole: a role that must not be given, seats, a department that is not there.
 */
export async function changeManyUsers(actor: Actor, input: BulkChange): Promise<BulkResult> {
  requirePermission(actor, P.ORG_USER);
  const ids = input.ids ? [...new Set(input.ids)] : await idsOf(input);
  if (input.action === "delete" && ids.length > DELETE_MAX) {
    throw new AppError("bulkTooMany", { args: { max: DELETE_MAX } });
  }
  const result: BulkResult = { done: 0, refused: [], refusedCount: 0 };
  const refuse = (row: Pick<Found, "id" | "name">, error: ErrorKey) => {
    result.refusedCount++;
    if (result.refused.length < REFUSED_SHOWN) result.refused.push({ id: row.id, name: row.name, error });
  };
  try {
    for (let at = 0; at < ids.length; at += CHUNK) {
      const chunk = ids.slice(at, at + CHUNK);
      result.done += await (input.action === "delete"
        ? deleteAll(actor, chunk, refuse)
        : changeAll(actor, chunk, input, refuse));
    }
  } finally {
    settleUsers();
    settleOwned();
  }
  return result;
}

async function idsOf({ filter }: BulkChange): Promise<string[]> {
  const found = filter && (await toPersonFilter(filter));
  return found ? listPeopleIds(db(), found, FILTER_MAX) : [];
}

type Refuse = (row: Pick<Found, "id" | "name">, error: ErrorKey) => void;

async function changeAll(actor: Actor, ids: string[], input: BulkChange, refuse: Refuse): Promise<number> {
  const refused: [Found, ErrorKey][] = [];
  const done = await db().transaction(async (tx) => {
    await lockTreeShared(tx);
    await lockPeople(tx, ids);
    const people = await findPeople(tx, ids);
    const held = await heldBy(tx, ids);
    const takes = input.action === "disable" || input.action === "removeRole";
    const administrators = people.filter(({ id }) => held(id).some(({ key }) => key === ADMINISTRATOR));
    const isAdministrator = new Set(administrators.map(({ id }) => id));
    const goal = people.filter((row) => {
      const stronger = strongerThan(actor, held(row.id));
      if (stronger) refused.push([row, stronger]);
      else if (row.id === actor.id && input.action === "disable") refused.push([row, "ownAccount"]);
      else return true;
      return false;
    });
    const plain = goal.filter(({ id }) => !isAdministrator.has(id) || !takes);
    await assertDepartments(tx, [input.departmentId]);
    let count = await apply(tx, actor, plain, input, held);
    if (input.action === "move") await assertAdministratorRemains(tx);
    // One by one, so that the last of them stays and the others do not stay with them.
    for (const row of goal.filter((person) => !plain.includes(person))) {
      try {
        count += await tx.transaction(async (step) => {
          const changed = await apply(step, actor, [row], input, held);
          await assertAdministratorRemains(step);
          return changed;
        });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.push([row, error.key]);
      }
    }
    return count;
  });
  for (const [row, key] of refused) refuse(row, key);
  return done;
}

/** Carries the change out for people it may be done to; whoever is as wanted already counts as done. */
async function apply(
  tx: Transaction,
  actor: Actor,
  people: readonly Found[],
  { action, departmentId, roleId = "" }: BulkChange,
  held: Awaited<ReturnType<typeof heldBy>>,
): Promise<number> {
  if (people.length === 0) return 0;
  const has = ({ id }: Found) => held(id).some((role) => role.id === roleId);
  const changing = people.filter((row) => {
    if (action === "enable") return row.status === "disabled";
    if (action === "disable") return row.status === "enabled";
    if (action === "move") return row.departmentId !== departmentId;
    return action === "addRole" ? !has(row) : has(row);
  });
  const ids = changing.map(({ id }) => id);
  if (action === "enable") {
    await assertSeats(tx, ids.length);
    await updatePeople(tx, ids, { status: "enabled" });
  } else if (action === "disable") {
    await updatePeople(tx, ids, { status: "disabled" });
    await revokeSessionsOf(tx, ids);
  } else if (action === "move") {
    await updatePeople(tx, ids, { departmentId });
  } else if (action === "addRole") {
    await assertMayGiveAll(actor, await rolesOf(tx, [roleId]));
    await insertUserRoles(
      tx,
      ids.map((userId) => ({ userId, roleId })),
    );
  } else {
    assertMayTakeRoles(actor);
    await removeUserRoles(tx, ids, [roleId]);
  }
  await recordAuditEvents(
    tx,
    actor,
    changing.map((row) => ({
      action: "org.user.bulk",
      target: { type: "user", id: row.id, name: row.name },
      before: { status: row.status, departmentId: row.departmentId },
      after: { action, departmentId, roleId: roleId || undefined },
    })),
  );
  return people.length;
}

async function deleteAll(actor: Actor, ids: string[], refuse: Refuse): Promise<number> {
  const people = await findPeople(db(), ids);
  let done = 0;
  for (const row of people) {
    try {
      if (row.id === actor.id) throw new AppError("ownAccount");
      await db().transaction((tx) => removeUser(tx, actor, row.id, {}));
      done++;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refuse(row, error.key);
    }
  }
  return done;
}
