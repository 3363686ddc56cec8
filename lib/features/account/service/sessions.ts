import "server-only";
import { db, type Transaction } from "@/db/client";
import { findCaller, listRolesOf, listSessions, revokeSessions } from "@/db/queries/auth/identity";
import { findFactor, removeFactor } from "@/db/queries/auth/second-factors";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { deviceOf } from "@/lib/auth/device";
import { invalidateSessions } from "@/lib/auth/session";
import { strongerThan } from "@/lib/auth/stronger";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { SessionDto, UserSessionsDto } from "../dto";

async function sessionsOf(userId: string, currentId: string): Promise<SessionDto[]> {
  const { idleMinutes } = await loadConfig("securityConfig");
  const rows = await listSessions(db(), userId, idleMinutes);
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    device: row.userAgent,
    ...deviceOf(row.userAgent),
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.id === currentId,
  }));
}

export function ownSessions(actor: Actor): Promise<SessionDto[]> {
  return sessionsOf(actor.id, actor.sessionId);
}

/** Ends one own session. Other people's and unknown ones are the same: not found. */
export async function revokeOwnSession(actor: Actor, id: string): Promise<void> {
  await end(actor, { id: actor.id, name: actor.account }, { ids: [id] });
}

/** Ends every own session but this one; answers how many ended. */
export function revokeOtherSessions(actor: Actor): Promise<number> {
  return end(actor, { id: actor.id, name: actor.account }, { except: actor.sessionId });
}

/** Where a person is signed in. Throws notFound. */
export async function userSessions(actor: Actor, userId: string): Promise<UserSessionsDto> {
  const { stronger } = await personOf(actor, userId);
  const [items, factor] = await Promise.all([sessionsOf(userId, actor.sessionId), findFactor(db(), userId)]);
  return { items, mayEnd: stronger === null, secondFactor: Boolean(factor?.confirmedAt) };
}

/** Ends one session of a person, or all of them. Throws notFound, administratorTarget, strongerTarget. */
export async function endUserSessions(actor: Actor, userId: string, sessionId?: string): Promise<number> {
  const person = await changeable(actor, userId);
  return end(actor, { id: userId, name: person.account }, sessionId ? { ids: [sessionId] } : {});
}

/**
 * Takes a person's second factor away, who lost it; their sessions end. Throws notFound, administratorTarget,
 * strongerTarget, secondFactorNone.
 */
export async function resetSecondFactor(actor: Actor, userId: string): Promise<void> {
  const person = await changeable(actor, userId);
  await db().transaction(async (tx) => {
    if (!(await removeFactor(tx, userId))) throw new AppError("secondFactorNone");
    await revokeSessions(tx, userId, {});
    await recordAuditEvent(tx, actor, {
      action: "auth.factor.reset",
      target: { type: "user", id: userId, name: person.account },
      before: { secondFactor: true },
      after: { secondFactor: false },
    });
  });
  invalidateSessions();
}

/** The person an administrator looks at. Anonymised people are gone. Throws notFound. */
async function personOf(actor: Actor, userId: string) {
  requirePermission(actor, P.ORG_USER);
  const person = await findCaller(db(), userId);
  if (!person || person.anonymizedAt) throw new AppError("notFound");
  const held = await listRolesOf(db(), userId);
  return { ...person, stronger: strongerThan(actor, held) };
}

async function changeable(actor: Actor, userId: string) {
  const person = await personOf(actor, userId);
  if (person.stronger) throw new AppError(person.stronger);
  return person;
}

/** Ends sessions and tells the log; none at all is not found where one was named. */
async function end(
  actor: Actor,
  person: { id: string; name: string },
  which: { ids: string[] } | { except?: string },
): Promise<number> {
  const ended = await db().transaction(async (tx: Transaction) => {
    const ids = await revokeSessions(tx, person.id, which);
    if (ids.length === 0) {
      if ("ids" in which) throw new AppError("notFound");
      return 0;
    }
    await recordAuditEvent(tx, actor, {
      action: "auth.session.revoke",
      target: { type: "user", ...person },
      after: { ended: ids.length },
    });
    return ids.length;
  });
  invalidateSessions();
  return ended;
}
