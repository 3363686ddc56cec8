import "server-only";
import { v7 } from "uuid";
import type { Transaction } from "@/db/client";
import { existingRoleIds } from "@/db/queries/auth/outside-people";
import {
  closePeople,
  insertBindings,
  insertOutsidePeople,
  listBoundSubjects,
} from "@/db/queries/directory-sync/people";
import type { ItemEnd, SyncItemRow } from "@/db/queries/directory-sync/runs";
import { findDepartments } from "@/db/queries/organisation/departments";
import { updatePeopleEach } from "@/db/queries/organisation/import-changes";
import { findPeople, findTakenAccounts, listRolesOfPeople } from "@/db/queries/organisation/people";
import { insertUserRoles, lockPeople, removeUserRoles } from "@/db/queries/organisation/people-changes";
import { assertAdministratorRemains } from "@/lib/auth/administrators";
import { ADMINISTRATOR } from "@/lib/auth/session";
import { strongerThan } from "@/lib/auth/stronger";
import { cut } from "@/lib/text/storable";
import type { SyncReason } from "../kinds";
import type { PersonValues } from "../plan-types";
import { attempt, done, failed, mappedIds, seatsFor } from "./apply-parts";
import type { By } from "./by";
import { baseOf } from "./present";

interface Work {
  tx: Transaction;
  by: By;
  items: readonly SyncItemRow[];
  /** Whom the subjects of the lines are bound to. */
  bound: ReadonlyMap<string, string>;
  /** The department of a line; undefined when it is not there any more. */
  place(values: PersonValues): string | null | undefined;
}

const valuesOf = (item: SyncItemRow) => item.after as unknown as PersonValues;

/** Carries lines of people out: leavers, then changes, then new people, as they stand in the plan. */
export async function applyPeople(tx: Transaction, by: By, items: readonly SyncItemRow[]): Promise<ItemEnd[]> {
  const subjects = items.map(({ externalId }) => externalId);
  const bound = await listBoundSubjects(tx, by.channel.issuer, subjects);
  const work: Work = { tx, by, items, bound, place: await placesOf(tx, by, items) };
  const known = items.filter(({ action }) => action !== "add");
  const { fit, ends } = await unchanged(work, known);
  ends.push(...(await disable(work, fit)));
  ends.push(...(await change(work, fit)));
  ends.push(...(await add(work)));
  return ends;
}

async function placesOf(tx: Transaction, { channel }: By, items: readonly SyncItemRow[]): Promise<Work["place"]> {
  const values = items.map(valuesOf);
  const mapped = await mappedIds(
    tx,
    channel.id,
    values.map(({ departmentRef }) => departmentRef),
  );
  const wanted = [...mapped.values(), ...values.map(({ departmentId }) => departmentId)].filter((id) => id !== null);
  const found = new Set((await findDepartments(tx, [...new Set(wanted)])).map(({ id }) => id));
  return ({ departmentId, departmentRef }) => {
    const id = departmentRef === undefined ? departmentId : mapped.get(departmentRef);
    return id === null || (id !== undefined && found.has(id)) ? id : undefined;
  };
}

interface Fit {
  item: SyncItemRow;
  id: string;
  isAdministrator: boolean;
}

/** Lines of people who are as they were when the plan was made, and whom it may be done to. */
async function unchanged({ tx, by, bound }: Work, items: readonly SyncItemRow[]) {
  const ids = items.flatMap(({ targetId }) => targetId ?? []);
  if (ids.length > 0) await lockPeople(tx, ids);
  const people = new Map((await findPeople(tx, ids)).map((row) => [row.id, row]));
  const roles = await listRolesOfPeople(tx, ids);
  const administrators = new Set(roles.filter(({ key }) => key === ADMINISTRATOR).map(({ userId }) => userId));
  const held = Map.groupBy(roles, ({ userId }) => userId);
  const ends: ItemEnd[] = [];
  const fit: Fit[] = [];
  for (const item of items) {
    const row = people.get(item.targetId ?? "");
    const before = item.before as unknown as PersonValues;
    const same = (["name", "email", "phone", "status", "departmentId"] as const).every(
      (field) => row?.[field] === before[field],
    );
    const refuse = (reason: SyncReason) => ends.push(failed(item, reason));
    // A schedule works in the channel's name, and what it may is decided by who may change the channel.
    const stronger = row && by.actor ? strongerThan(by.actor, held.get(row.id) ?? []) : null;
    if (!row || !same || bound.get(item.externalId) !== row.id) refuse("syncChanged");
    else if (row.id === by.actor?.id && item.action === "disable") refuse("ownAccount");
    else if (stronger) refuse(stronger);
    else fit.push({ item, id: row.id, isAdministrator: administrators.has(row.id) });
  }
  return { fit, ends };
}

async function disable({ tx }: Work, people: readonly Fit[]): Promise<ItemEnd[]> {
  const at = new Date();
  const leavers = people.filter(({ item }) => item.action === "disable");
  const closed = (item: SyncItemRow) => done(item, { after: { ...item.after, since: at.toISOString() } });
  const plain = leavers.filter(({ isAdministrator }) => !isAdministrator);
  await closePeople(
    tx,
    plain.map(({ id }) => id),
    at,
  );
  const ends = plain.map(({ item }) => closed(item));
  // One by one, so that the last of them stays and the others do not stay with them.
  for (const { item, id } of leavers.filter(({ isAdministrator }) => isAdministrator)) {
    const reason = await attempt(tx, async (step) => {
      await closePeople(step, [id], at);
      await assertAdministratorRemains(step);
    });
    ends.push(reason ? failed(item, reason) : closed(item));
  }
  return ends;
}

async function change(work: Work, people: readonly Fit[]): Promise<ItemEnd[]> {
  const ends: ItemEnd[] = [];
  const changes = people.filter(({ item }) => item.action !== "disable");
  let seats = await seatsFor(work.tx, changes.filter(({ item }) => item.action === "enable").length);
  const plain: Fit[] = [];
  for (const person of changes) {
    const { item, isAdministrator } = person;
    if (work.place(valuesOf(item)) === undefined) ends.push(failed(item, "departmentMissing"));
    else if (item.action === "enable" && seats-- <= 0) ends.push(failed(item, "seats"));
    else if (!isAdministrator) plain.push(person);
    else {
      const reason = await attempt(work.tx, async (step) => {
        await write({ ...work, tx: step }, [person]);
        await assertAdministratorRemains(step);
      });
      ends.push(reason ? failed(item, reason) : done(item));
    }
  }
  await write(work, plain);
  return [...ends, ...plain.map(({ item }) => done(item))];
}

async function write({ tx, place }: Work, people: readonly Fit[]): Promise<void> {
  const rows = people.map(({ item, id }) => ({ id, values: valuesOf(item) }));
  await updatePeopleEach(
    tx,
    rows.map(({ id, values }) => {
      const { name, email, phone, status } = values;
      return { id, name, email, phone, status, departmentId: place(values) ?? null };
    }),
  );
  await giveRoles(tx, rows);
  for (const { id, values } of rows) await removeUserRoles(tx, [id], values.removeRoleIds ?? []);
}

async function giveRoles(tx: Transaction, rows: readonly { id: string; values: PersonValues }[]): Promise<void> {
  const given = rows.flatMap(({ id, values }) => (values.addRoleIds ?? []).map((roleId) => ({ userId: id, roleId })));
  const there = new Set(await existingRoleIds(tx, [...new Set(given.map(({ roleId }) => roleId))]));
  await insertUserRoles(
    tx,
    given.filter(({ roleId }) => there.has(roleId)),
  );
}

async function add({ tx, by, items, bound, place }: Work): Promise<ItemEnd[]> {
  const wanted = items.filter(({ action }) => action === "add");
  if (wanted.length === 0) return [];
  const { channel } = by;
  const taken = new Set(
    await findTakenAccounts(
      tx,
      wanted.map(({ account }) => account),
    ),
  );
  const base = await baseOf(tx, channel);
  const ends: ItemEnd[] = [];
  const free = wanted.filter((item) => {
    // They signed in by themselves since.
    if (bound.has(item.externalId)) ends.push(failed(item, "syncChanged"));
    else if (taken.has(item.account)) ends.push(failed(item, "accountTaken"));
    else return true;
    return false;
  });
  const seats = await seatsFor(tx, free.length);
  ends.push(...free.slice(seats).map((item) => failed(item, "seats")));
  const type = channel.kind === "ldap" ? ("directory" as const) : ("sso" as const);
  const rows = free.slice(0, seats).map((item) => {
    const values = valuesOf(item);
    const { name, email, phone } = values;
    const row = { id: v7(), account: item.account, name, email, phone, type, departmentId: place(values) ?? base };
    return { item, values, row, id: row.id };
  });
  const made = await insertOutsidePeople(
    tx,
    rows.map(({ row }) => row),
  );
  const isMade = ({ id }: { id: string }) => made.has(id);
  ends.push(...rows.filter((row) => !isMade(row)).map(({ item }) => failed(item, "accountTaken")));
  const people = rows.filter(isMade);
  await giveRoles(tx, people);
  const bindings = people.map(({ id, item, row }) => {
    const label = cut(row.email ?? item.account, 200);
    return { issuer: channel.issuer, subject: item.externalId, userId: id, channelId: channel.id, label };
  });
  // Somebody signed in within this very moment: all of it is done once more, and they are seen then.
  if ((await insertBindings(tx, bindings)) < bindings.length) throw new Error("Identities were bound meanwhile");
  return [...ends, ...people.map(({ item, id }) => done(item, { targetId: id }))];
}
