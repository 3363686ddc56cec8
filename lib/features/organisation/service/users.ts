import "server-only";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import { listOwnBindings } from "@/db/queries/login-channels/channels";
import { listCounters } from "@/db/queries/models/usage";
import { findDepartment, findDepartments, lockTreeShared } from "@/db/queries/organisation/departments";
import {
  countPeople,
  findPerson,
  findTakenAccounts,
  listPeople,
  listRoleChoices,
  type listRolesOfPeople,
  type PersonFilter,
  type PersonRow,
} from "@/db/queries/organisation/people";
import {
  insertPeople,
  insertUserRoles,
  lockPeople,
  type PersonPatch,
  removeUserRoles,
  revokeSessionsOf,
  updatePeople,
  upsertActivationCodes,
} from "@/db/queries/organisation/people-changes";
import { type AuditEvent, recordAuditEvents } from "@/lib/audit/audit";
import { newActivationCode } from "@/lib/auth/activation";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertAdministratorRemains } from "@/lib/auth/administrators";
import { invalidateApiKeys } from "@/lib/auth/api-key";
import { assertMayTakeRoles } from "@/lib/auth/granting";
import { hashPassword } from "@/lib/auth/password";
import { highestLimit, invalidateSessions } from "@/lib/auth/session";
import { assertNotStronger, holdsAllOf } from "@/lib/auth/stronger";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { assertCurrent } from "@/lib/editing/current";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { assertSeats } from "@/lib/licence/seats";
import { P } from "@/lib/permissions/codes";
import { readPhone } from "@/lib/text/phone";
import type { RoleChoice, UserDetail, UserDto } from "../dto";
import type { NewUser, UserFilter, UserPatch, UserQuery } from "../schema";
import { root } from "./departments";
import { editedUser, toBindingDto, toRoleRef, toUserDtos } from "./user-dto";
import { assertMayGiveAll, heldBy, rolesOf } from "./user-rules";

/** What changed acts on the next call; other processes follow within the caches' 2 s. */
export function settleUsers(): void {
  invalidateSessions();
  invalidateApiKeys();
}

/** The filter as the tables know it; null when it names a department that is not there. */
export async function toPersonFilter(query: UserFilter): Promise<PersonFilter | null> {
  const { departmentId, binding, ...rest } = query;
  const department = departmentId ? await findDepartment(db(), departmentId) : undefined;
  if (department === null) return null;
  return { ...rest, bound: binding && binding === "bound", departmentPath: department?.path };
}

/** A page of people with their roles and bindings. */
export async function readUsers(actor: Actor, query: UserQuery): Promise<{ items: UserDto[]; total: number }> {
  requirePermission(actor, P.ORG_USER);
  const { page, pageSize, sort, descending, ...asked } = query;
  const filter = await toPersonFilter(asked);
  if (!filter) return { items: [], total: 0 };
  const [rows, total] = await Promise.all([
    listPeople(db(), { ...filter, sort, descending, limit: pageSize, offset: (page - 1) * pageSize }),
    countPeople(db(), filter),
  ]);
  return { items: await toUserDtos(db(), actor, rows), total };
}

/** One person with bindings, and what their roles allow a day beside what is used of it. */
export async function readUser(actor: Actor, id: string): Promise<UserDetail> {
  requirePermission(actor, P.ORG_USER);
  const row = await existing(db(), id);
  const [dto] = await toUserDtos(db(), actor, [row]);
  const { timeZone } = await loadConfig("customConfig");
  const [held, bindings, counters] = await Promise.all([
    listRoleChoices(db()),
    listOwnBindings(db(), id),
    listCounters(
      db(),
      (["tokens", "images"] as const).map((unit) => ({ subject: `user:${id}`, unit, period: dayIn(timeZone) })),
    ),
  ]);
  const ids = new Set(dto!.roles.map((role) => role.id));
  const roles = held.filter((role) => ids.has(role.id));
  const used = (unit: string) => {
    const counter = counters.find((row) => row.unit === unit);
    return counter ? counter.used + counter.reserved : 0;
  };
  return {
    ...dto!,
    bindings: bindings.map(toBindingDto),
    limits: {
      tokens: highestLimit(roles.map((role) => role.dailyTokenLimit)),
      images: highestLimit(roles.map((role) => role.dailyImageLimit)),
      tokensUsed: used("tokens"),
      imagesUsed: used("images"),
    },
  };
}

/** Roles with whether the asking person may give them. */
export async function readRoleChoices(actor: Actor): Promise<{ items: RoleChoice[] }> {
  requirePermission(actor, P.ORG_USER);
  const rows = await listRoleChoices(db());
  return {
    items: rows.map((row) => ({
      ...toRoleRef(row),
      type: row.type,
      dailyTokenLimit: row.dailyTokenLimit,
      dailyImageLimit: row.dailyImageLimit,
      isGrantable: holdsAllOf(actor, row),
    })),
  };
}

export interface MadeUser {
  id: string;
  account: string;
  /** The one-time code, when no password was given; in this answer and nowhere else. */
  code?: string;
}

/** Makes a person. Throws accountTaken, what giving roles throws, seatsExhausted, invalidInput. */
export async function createUser(actor: Actor, input: NewUser): Promise<{ id: string; code?: string }> {
  const [made] = await createUsers(actor, [input]);
  return { id: made!.id, ...(made!.code ? { code: made!.code } : {}) };
}

/**
 * Makes people, all or none, in the given transaction or in one of their own. Many at once are a handful of statements.
 * Throws as `createUser`; `data.account` names the one that is taken.
 */
export async function createUsers(actor: Actor, inputs: readonly NewUser[], outer?: Transaction): Promise<MadeUser[]> {
  requirePermission(actor, P.ORG_USER);
  const prepared = await Promise.all(
    inputs.map(async (input) => ({
      input,
      phone: phoneOf(input.phone),
      passwordHash: input.password ? await hashPassword(input.password) : null,
      id: v7(),
      activation: input.password ? null : newActivationCode(),
    })),
  );
  const run = async (tx: Transaction): Promise<MadeUser[]> => {
    await lockTreeShared(tx);
    await assertDepartments(
      tx,
      inputs.map(({ departmentId }) => departmentId),
    );
    const defaultDepartment = inputs.every(({ departmentId }) => departmentId) ? null : (await root(tx)).id;
    const roleIds = [...new Set(inputs.flatMap((input) => input.roleIds))];
    await assertMayGiveAll(actor, await rolesOf(tx, roleIds));
    const [taken] = await findTakenAccounts(
      tx,
      inputs.map((input) => input.account),
    );
    if (taken) throw accountTaken(taken);
    await assertSeats(tx, inputs.filter((input) => input.status === "enabled").length);
    await insertPeople(
      tx,
      prepared.map(({ id, input, phone, passwordHash }) => ({
        id,
        account: input.account,
        name: input.name,
        departmentId: input.departmentId ?? defaultDepartment,
        phone: phone ?? null,
        email: input.email ?? null,
        status: input.status,
        passwordHash,
        mustChangePassword: passwordHash ? input.mustChangePassword : true,
      })),
    ).catch(asTaken);
    await insertUserRoles(
      tx,
      prepared.flatMap(({ id, input }) => input.roleIds.map((roleId) => ({ userId: id, roleId }))),
    );
    await upsertActivationCodes(
      tx,
      prepared.flatMap(({ id, activation }) =>
        activation ? [{ userId: id, codeHash: activation.codeHash, expiresAt: activation.expiresAt }] : [],
      ),
    );
    await recordAuditEvents(
      tx,
      actor,
      prepared.map(({ id, input: { password, ...visible }, phone }) => ({
        action: "org.user.create",
        target: { type: "user", id, name: visible.name },
        after: { ...visible, phone, byCode: !password },
      })),
    );
    return prepared.map(({ id, input, activation }) => ({ id, account: input.account, code: activation?.code }));
  };
  return outer ? run(outer) : db().transaction(run);
}

/**
 * Changes a person; roles and status act on the next call. Throws notFound, administratorTarget, strongerTarget,
 * ownAccount, removeRolesAdministratorsOnly, what giving roles throws, lastAdministrator, seatsExhausted, invalidInput,
 * staleRecord.
 */
export async function changeUser(actor: Actor, id: string, patch: UserPatch, outer?: Transaction): Promise<void> {
  requirePermission(actor, P.ORG_USER);
  const phone = phoneOf(patch.phone);
  const run = async (tx: Transaction) => {
    const { roleIds, phone: _, revision, ...columns } = patch;
    const read = async () => {
      await lockPeople(tx, [id]);
      const row = await findPerson(tx, id);
      return row && editedUser(row, (await heldBy(tx, [id]))(id));
    };
    if (!outer) await assertCurrent(tx, actor, { type: "user", id, given: revision, read });
    await lockTreeShared(tx);
    await lockPeople(tx, [id]);
    const before = await existing(tx, id);
    const held = (await heldBy(tx, [id]))(id);
    assertNotStronger(actor, held);
    if (id === actor.id && patch.status === "disabled") throw new AppError("ownAccount");
    await assertDepartments(tx, [patch.departmentId]);
    if (patch.status === "enabled" && before.status === "disabled") await assertSeats(tx, 1);
    const row: PersonPatch = { ...picked(columns), ...(phone === undefined ? {} : { phone }) };
    await updatePeople(tx, [id], row);
    if (roleIds) await setRoles(tx, actor, id, held, roleIds);
    if (patch.status === "disabled" && before.status === "enabled") await revokeSessionsOf(tx, [id]);
    if (roleIds || patch.status === "disabled" || patch.departmentId) await assertAdministratorRemains(tx);
    const heldBefore = roleIds ? { roleIds: held.map((role) => role.id) } : {};
    await recordAuditEvents(tx, actor, [
      {
        action: "org.user.change",
        target: { type: "user", id, name: patch.name ?? before.name },
        before: {
          ...Object.fromEntries(Object.keys(row).map((key) => [key, before[key as keyof PersonRow]])),
          ...heldBefore,
        },
        after: { ...row, ...(roleIds ? { roleIds } : {}) },
      } satisfies AuditEvent,
    ]);
  };
  if (outer) return run(outer);
  await db().transaction(run);
  settleUsers();
}

async function setRoles(
  tx: Transaction,
  actor: Actor,
  id: string,
  held: Awaited<ReturnType<typeof listRolesOfPeople>>,
  wanted: readonly string[],
): Promise<void> {
  const removed = held.filter((role) => !wanted.includes(role.id));
  const added = wanted.filter((roleId) => !held.some((role) => role.id === roleId));
  if (removed.length > 0) assertMayTakeRoles(actor);
  await assertMayGiveAll(actor, await rolesOf(tx, added));
  await removeUserRoles(
    tx,
    [id],
    removed.map((role) => role.id),
  );
  await insertUserRoles(
    tx,
    added.map((roleId) => ({ userId: id, roleId })),
  );
}

/** Columns are named one by one: a body never decides what is written. */
function picked({ name, departmentId, email, status }: Omit<UserPatch, "roleIds" | "phone" | "revision">): PersonPatch {
  return Object.fromEntries(
    Object.entries({ name, departmentId, email, status }).filter(([, value]) => value !== undefined),
  );
}

export async function existing(db: Parameters<typeof findPerson>[0], id: string): Promise<PersonRow> {
  return orNotFound(await findPerson(db, id));
}

/** Throws invalidInput for departments that are not there. */
export async function assertDepartments(tx: Transaction, ids: readonly (string | null | undefined)[]): Promise<void> {
  const named = [...new Set(ids.filter((id) => id != null))];
  if (named.length === 0) return;
  const found = await findDepartments(tx, named);
  if (found.length < named.length)
    throw new AppError("invalidInput", { data: { fields: { departmentId: "invalid" } } });
}

function phoneOf(text: string | null | undefined): string | null | undefined {
  if (!text) return text;
  const phone = readPhone(text);
  if (!phone) throw new AppError("invalidInput", { data: { fields: { phone: "phone" } } });
  return phone;
}

function accountTaken(account?: string): AppError {
  return new AppError("accountTaken", { data: { fields: { account: "accountTaken" }, account } });
}

/** Two at once made the same account: the table's constraint speaks for the second. */
function asTaken(error: unknown): never {
  const cause = (error as { cause?: { code?: string; constraint?: string } }).cause;
  if (cause?.code === "23505" && cause.constraint === "users_account_key") throw accountTaken();
  throw error;
}
