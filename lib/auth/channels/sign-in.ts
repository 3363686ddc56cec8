import "server-only";
import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import { insertOperation } from "@/db/queries/audit/operations";
import { updateUser } from "@/db/queries/auth/identity";
import { existingRoleIds, insertOutsidePerson } from "@/db/queries/auth/outside-people";
import { insertBinding, noteChannelFailure, touchBinding } from "@/db/queries/login-channels/channels";
import { lockTreeShared } from "@/db/queries/organisation/departments";
import { insertUserRoles, removeUserRoles, updatePeople } from "@/db/queries/organisation/people-changes";
import type { ChannelReason } from "@/lib/config/channel-kinds";
import { AppError } from "@/lib/errors/errors";
import { assertSeats } from "@/lib/licence/seats";
import { log } from "@/lib/log";
import type { RequestMeta } from "../actor";
import { assertAdministratorRemains } from "../administrators";
import { invalidateSessions, openSession } from "../session";
import { ChannelError, isFault, isOfToken } from "./errors";
import { type Outcome, outcomeOf } from "./outcome";
import type { OpenChannel, OutsideIdentity } from "./types";

export interface SignedIn {
  userId: string;
  account: string;
  /** The account was made just now. */
  isNew: boolean;
}

/**
 * The person an outside identity is here. Makes the account where the channel may, else sets anew what the channel
 * decides about. Throws ChannelError: noAccount, accountTaken, disabled, seats, claims.
 */
export async function personOf(
  channel: OpenChannel,
  identity: OutsideIdentity,
  request: RequestMeta,
): Promise<SignedIn> {
  const signedIn = await db().transaction(async (tx) => {
    await lockTreeShared(tx);
    // Two first sign-ins of one person at once make one account.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`${identity.issuer} ${identity.subject}`}, 7))`,
    );
    const outcome = await outcomeOf(tx, channel, identity);
    if (outcome.problem) throw new ChannelError(outcome.problem);
    if (outcome.userId) await update(tx, channel, outcome.userId, outcome, request);
    const userId = outcome.userId ?? (await create(tx, channel, identity, outcome, request));
    await touchBinding(tx, identity.issuer, identity.subject, labelOf(identity));
    await updateUser(tx, userId, { lastLoginAt: new Date() });
    return { userId, account: outcome.account, isNew: outcome.userId === null };
  });
  // Roles may have changed.
  invalidateSessions();
  return signedIn;
}

export function labelOf({ account, email }: Pick<OutsideIdentity, "account" | "email">): string {
  return (email || account).slice(0, 200);
}

async function create(
  tx: Transaction,
  channel: OpenChannel,
  identity: OutsideIdentity,
  outcome: Outcome,
  request: RequestMeta,
): Promise<string> {
  await assertSeats(tx, 1).catch((error: unknown) => {
    throw error instanceof AppError && error.key === "seatsExhausted"
      ? new ChannelError("seats", { cause: error })
      : error;
  });
  const id = v7();
  const { account, name, email, phone, departmentId } = outcome;
  const type = channel.kind === "ldap" ? ("directory" as const) : ("sso" as const);
  const isMade = await insertOutsidePerson(tx, { id, account, name, email, phone, departmentId, type });
  if (!isMade) throw new ChannelError("accountTaken");
  const roleIds = await existingRoleIds(tx, outcome.roleIds);
  await insertUserRoles(
    tx,
    roleIds.map((roleId) => ({ userId: id, roleId })),
  );
  const { issuer, subject } = identity;
  await insertBinding(tx, { issuer, subject, userId: id, channelId: channel.id, label: labelOf(identity) });
  await recordFor(tx, request, { id, account }, "auth.provision", { channel: channel.nameEn, departmentId, roleIds });
  return id;
}

async function update(
  tx: Transaction,
  channel: OpenChannel,
  userId: string,
  outcome: Outcome,
  request: RequestMeta,
): Promise<void> {
  const { name, email, phone, departmentId, account } = outcome;
  const added = await existingRoleIds(tx, outcome.roleIds);
  await updatePeople(tx, [userId], { name, email, phone, departmentId });
  await insertUserRoles(
    tx,
    added.map((roleId) => ({ userId, roleId })),
  );
  const removed = await takeRoles(tx, userId, outcome.removedRoleIds);
  if (removed.length > 0) {
    await recordFor(tx, request, { id: userId, account }, "auth.provision", { channel: channel.nameEn, removed });
  }
}

/** Takes roles away, unless that would leave nobody to run the product: then they stay. */
export async function takeRoles(
  tx: Transaction,
  userId: string,
  roleIds: readonly string[],
): Promise<readonly string[]> {
  if (roleIds.length === 0) return [];
  try {
    await tx.transaction(async (inner) => {
      await removeUserRoles(inner, [userId], roleIds);
      await assertAdministratorRemains(inner);
    });
    return roleIds;
  } catch (error) {
    if (error instanceof AppError && error.key === "lastAdministrator") return [];
    throw error;
  }
}

async function recordFor(
  tx: Transaction,
  request: RequestMeta,
  person: { id: string; account: string },
  action: string,
  after: unknown,
): Promise<void> {
  await insertOperation(tx, {
    actorId: person.id,
    actorAccount: person.account,
    action,
    targetType: "user",
    targetId: person.id,
    targetName: person.account,
    result: "success",
    after,
    address: request.address,
    userAgent: request.userAgent.slice(0, 400),
    requestId: request.requestId,
  });
}

/** Signs an outside identity in: a session of ours, and its line in the operation log. Throws as `personOf`. */
export async function signIn(channel: OpenChannel, identity: OutsideIdentity, request: RequestMeta) {
  const person = await personOf(channel, identity, request);
  const session = await openSession(person.userId, channel.kind, request);
  await recordChannelLogin(channel, request, { ok: true, userId: person.userId, account: person.account });
  return { ...session, ...person };
}

type LoginEnd =
  | { ok: true; userId: string; account: string }
  /** `byToken`: anybody can send one, so what is wrong with it says nothing about the channel. */
  | { ok: false; reason: ChannelReason; account?: string; byToken?: true };

/** The line of a login in the operation log; a fault of the channel shows in the console until a login goes well. */
export async function recordChannelLogin(
  channel: Pick<OpenChannel, "id" | "kind" | "nameEn">,
  request: RequestMeta,
  end: LoginEnd,
): Promise<void> {
  await insertOperation(db(), {
    actorId: end.ok ? end.userId : null,
    actorAccount: (end.account ?? "").slice(0, 64),
    action: "auth.login",
    targetType: "login-channel",
    targetId: channel.id,
    targetName: channel.nameEn,
    result: end.ok ? "success" : "failed",
    code: end.ok ? 200 : 400,
    after: { channel: channel.kind, ...(end.ok ? {} : { reason: end.reason }) },
    address: request.address,
    userAgent: request.userAgent.slice(0, 400),
    requestId: request.requestId,
  });
  if (end.ok) await noteChannelFailure(db(), channel.id, null);
  else if (isFault(end.reason) && !(end.byToken && isOfToken(end.reason)))
    await noteChannelFailure(db(), channel.id, end.reason);
}

/** Anything a driver threw, as a reason; what nobody expected is logged and counts as a wrong answer. */
export function asChannelError(error: unknown, requestId: string): ChannelError | AppError {
  if (error instanceof ChannelError) {
    log().info({ reason: error.reason, err: error.cause, requestId }, "channel sign-in refused");
    return error;
  }
  if (error instanceof AppError && error.key !== "addressRefused") return error;
  if (error instanceof AppError) return new ChannelError("badConfiguration", { cause: error });
  log().error({ err: error, requestId }, "channel sign-in failed");
  return new ChannelError("answer", { cause: error });
}
