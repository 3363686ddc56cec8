import "server-only";
import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { Transaction } from "@/db/client";
import { listRolesOf } from "@/db/queries/auth/identity";
import { existingRoleIds, insertOutsidePerson } from "@/db/queries/auth/outside-people";
import { findBoundPerson, insertBinding } from "@/db/queries/login-channels/channels";
import { lockTreeShared } from "@/db/queries/organisation/departments";
import {
  insertUserRoles,
  lockPeople,
  removeBinding,
  revokeSessionsOf,
  updatePeople,
} from "@/db/queries/organisation/people-changes";
import {
  findScimUser,
  insertScimUser,
  isPushed,
  lockPushes,
  markPushed,
  removeGoneScimUsers,
  removeScimUser,
  type ScimUserRow,
  updateScimUser,
} from "@/db/queries/scim/scim";
import { assertAdministratorRemains } from "@/lib/auth/administrators";
import { outcomeOf, profileOf } from "@/lib/auth/channels/outcome";
import { claimsOfPushed } from "@/lib/auth/channels/pushed-claims";
import { labelOf } from "@/lib/auth/channels/sign-in";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { ADMINISTRATOR } from "@/lib/auth/session";
import { badRequest, taken } from "@/lib/endpoint/scim-problem";
import { assertSeats } from "@/lib/licence/seats";
import { primaryOf, type ScimUser, shownName, storedAttributes } from "../protocol/resources";
import { type Pusher, recordPushes } from "./audit";
import { applyRules, pushedOf } from "./rules";

/** What the sign-ins of a pushed person will say; null when it was not pushed. */
function subjectOf({ provisioning }: OpenChannel, user: ScimUser): string | null {
  return (provisioning.scimSubject === "userName" ? user.userName : user.externalId) ?? null;
}

function contactOf(user: ScimUser) {
  return { name: shownName(user), email: primaryOf(user.emails), phone: primaryOf(user.phoneNumbers) };
}

/** Pushes that change something of a channel go one after the other. */
export async function beginPush(tx: Transaction, { channel }: Pusher): Promise<void> {
  await lockTreeShared(tx);
  await lockPushes(tx, channel.id);
}

const nameTaken = () => taken("The user name belongs to somebody else here.");
const linkTaken = () => taken("Somebody else here signs in with this identity.");

/**
 * Makes a person for a push, or takes over one who came in by this channel before with the same proved identity. Nobody
 * is found by name or e-mail, and a local account that its owner linked stays theirs (SECURITY rule 9). Throws
 * ScimProblem, seatsExhausted.
 */
export async function makePerson(tx: Transaction, pusher: Pusher, user: ScimUser): Promise<string> {
  const { channel } = pusher;
  await removeGoneScimUsers(tx, channel.id);
  if (await isPushed(tx, { channelId: channel.id, userNameKey: user.userName.toLowerCase() })) throw nameTaken();
  const subject = subjectOf(channel, user);
  if (subject !== null) {
    // Signing in with the same identity at this moment would make a second person.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${channel.issuer} ${subject}`}, 7))`);
  }
  const identity = {
    issuer: channel.issuer,
    subject: subject ?? "",
    account: user.userName,
    ...contactOf(user),
    claims: claimsOfPushed(user, []),
  };
  // A push is asked for: whether a first sign-in may make accounts is another question.
  const provisioning = { ...channel.provisioning, autoCreate: true };
  const outcome = await outcomeOf(tx, { ...channel, provisioning }, identity);
  if (outcome.userId !== null) return adopt(tx, pusher, outcome.userId, user);
  if (outcome.problem === "claims") {
    throw badRequest("invalidValue", "userName holds characters no account name can have, or is longer than 64.");
  }
  if (outcome.problem) throw nameTaken();
  const isActive = user.active ?? true;
  if (isActive) await assertSeats(tx, 1);
  const id = v7();
  const { account, name, email, phone, departmentId } = outcome;
  const status = isActive ? ("enabled" as const) : ("disabled" as const);
  if (!(await insertOutsidePerson(tx, { id, account, name, email, phone, departmentId, status, type: "scim" }))) {
    throw nameTaken();
  }
  const roleIds = await existingRoleIds(tx, outcome.roleIds);
  await insertUserRoles(
    tx,
    roleIds.map((roleId) => ({ userId: id, roleId })),
  );
  await link(tx, channel, id, user);
  await store(tx, channel, id, user);
  await recordPushes(tx, pusher, [
    {
      action: "scim.user.create",
      target: { type: "user", id, name },
      after: { account, externalId: user.externalId, name, email, phone, departmentId, roleIds, status },
    },
  ]);
  return id;
}

async function adopt(tx: Transaction, pusher: Pusher, userId: string, user: ScimUser): Promise<string> {
  const { channel } = pusher;
  const bound = await findBoundPerson(tx, channel.issuer, subjectOf(channel, user) ?? "");
  if (bound?.type !== "sso" || (await isPushed(tx, { userId }))) throw linkTaken();
  await markPushed(tx, userId);
  await store(tx, channel, userId, user);
  await recordPushes(tx, pusher, [
    {
      action: "scim.user.create",
      target: { type: "user", id: userId, name: bound.name },
      before: { type: bound.type },
      after: { account: bound.account, externalId: user.externalId, type: "scim" },
    },
  ]);
  const row = (await findScimUser(tx, channel.id, userId))!;
  await changePerson(tx, pusher, row, user, true);
  return userId;
}

async function store(tx: Transaction, channel: OpenChannel, userId: string, user: ScimUser): Promise<void> {
  const { userName, externalId } = user;
  await insertScimUser(tx, {
    channelId: channel.id,
    userId,
    userName,
    userNameKey: userName.toLowerCase(),
    externalId: externalId ?? null,
    attributes: storedAttributes(user),
  });
}

/** Binds the identity of later sign-ins to the person. Throws ScimProblem when it is somebody else's. */
async function link(tx: Transaction, channel: OpenChannel, userId: string, user: ScimUser): Promise<void> {
  const subject = subjectOf(channel, user);
  if (subject === null) return;
  const { issuer, id: channelId } = channel;
  const bound = await findBoundPerson(tx, issuer, subject);
  if (bound?.userId === userId) return;
  const label = labelOf({ account: user.userName, email: primaryOf(user.emails) });
  if (bound || !(await insertBinding(tx, { issuer, subject, userId, channelId, label }))) throw linkTaken();
}

/** The identities a push may have bound, but for one. */
async function unlink(tx: Transaction, channel: OpenChannel, row: ScimUserRow, except: string | null): Promise<void> {
  for (const subject of new Set([row.externalId, row.userName])) {
    if (subject !== null && subject !== except) await removeBinding(tx, row.id, channel.issuer, subject);
  }
}

/** Writes what was pushed of a person. A push that changes nothing leaves no trace. Throws as `makePerson`. */
export async function changePerson(
  tx: Transaction,
  pusher: Pusher,
  row: ScimUserRow,
  user: ScimUser,
  isNew = false,
): Promise<void> {
  const { channel } = pusher;
  const before = pushedOf(row);
  const next: ScimUser = { ...user, active: user.active ?? before.active };
  // The rules may have changed since.
  if (!isNew && sameResource(before, next)) return applyRules(tx, pusher, [row.id]);
  const { userName, externalId } = next;
  const userNameKey = userName.toLowerCase();
  if (userNameKey !== row.userName.toLowerCase()) {
    await removeGoneScimUsers(tx, channel.id);
    if (await isPushed(tx, { channelId: channel.id, userNameKey })) throw nameTaken();
  }
  await unlink(tx, channel, row, subjectOf(channel, next));
  await link(tx, channel, row.id, next);
  const profile = profileOf({ account: row.account, ...contactOf(next) });
  await updatePeople(tx, [row.id], profile);
  await updateScimUser(tx, channel.id, row.id, {
    userName,
    userNameKey,
    externalId: externalId ?? null,
    attributes: storedAttributes(next),
  });
  const after = { userName, externalId: externalId ?? null, ...profile };
  const was = pickedOf(row);
  if (!isNew && JSON.stringify(was) !== JSON.stringify(after)) {
    await recordPushes(tx, pusher, [
      { action: "scim.user.change", target: { type: "user", id: row.id, name: profile.name }, before: was, after },
    ]);
  }
  if (next.active !== before.active) await setActive(tx, pusher, row, next.active === true);
  await applyRules(tx, pusher, [row.id]);
}

const pickedOf = ({ userName, externalId, name, email, phone }: ScimUserRow) => ({
  userName,
  externalId,
  name,
  email,
  phone,
});

/** Compared by content: the table keeps the names of attributes in an order of its own. */
function sameResource(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

/** Lets a person in or out. Throws seatsExhausted, lastAdministrator. */
async function setActive(tx: Transaction, pusher: Pusher, row: ScimUserRow, isActive: boolean): Promise<void> {
  await lockPeople(tx, [row.id]);
  if (isActive) await assertSeats(tx, 1);
  await updatePeople(tx, [row.id], { status: isActive ? "enabled" : "disabled" });
  if (!isActive) {
    await revokeSessionsOf(tx, [row.id]);
    const held = await listRolesOf(tx, row.id);
    if (held.some(({ key }) => key === ADMINISTRATOR)) await assertAdministratorRemains(tx);
  }
  await recordPushes(tx, pusher, [
    {
      action: isActive ? "scim.user.enable" : "scim.user.disable",
      target: { type: "user", id: row.id, name: row.name },
      after: { account: row.account },
    },
  ]);
}

/** The person stays, out for good until somebody here lets them in again; the push and the identity are forgotten. */
export async function detachPerson(tx: Transaction, pusher: Pusher, row: ScimUserRow): Promise<void> {
  if (row.status === "enabled") await setActive(tx, pusher, row, false);
  await unlink(tx, pusher.channel, row, null);
  await removeScimUser(tx, pusher.channel.id, row.id);
  await recordPushes(tx, pusher, [
    {
      action: "scim.user.delete",
      target: { type: "user", id: row.id, name: row.name },
      before: { account: row.account, userName: row.userName, externalId: row.externalId },
    },
  ]);
}
