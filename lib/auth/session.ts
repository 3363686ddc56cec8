import "server-only";
import { db } from "@/db/client";
import { findLiveSession, insertSession, listRolesOf, revokeSessions, touchSession } from "@/db/queries/identity";
import { log } from "@/lib/log";
import { PERMISSION_CODES, type PermissionCode, withParents } from "@/lib/permissions/codes";
import type { Actor, RequestMeta } from "./actor";
import { readCookie, SESSION_SECONDS } from "./cookie";
import { hashToken, randomToken } from "./tokens";

type Person = Omit<Actor, "request">;
interface Cached {
  at: number;
  person: Promise<Person | null>;
}

/** ARCHITECTURE 4: session state is cached 2 s at most per process. */
const CACHE_MS = 2000;
const CACHE_MAX = 5000;
const TOUCH_MS = 60_000;

const shared = globalThis as typeof globalThis & { __sessions?: Map<string, Cached> };
shared.__sessions ??= new Map();
const cache = shared.__sessions;

/** The role that holds every code, also codes added later. */
export const ADMINISTRATOR = "administrator";

/** The highest limit wins; null is unlimited (ARCHITECTURE 9). No role at all allows nothing. */
export function highestLimit(limits: readonly (number | null)[]): number | null {
  if (limits.includes(null)) return null;
  return limits.reduce<number>((highest, limit) => Math.max(highest, limit ?? 0), 0);
}

async function load(by: { id: string } | { tokenHash: string }): Promise<Person | null> {
  const session = await findLiveSession(db(), by);
  if (!session) return null;
  const held = await listRolesOf(db(), session.userId);
  const isAdministrator = held.some((role) => role.key === ADMINISTRATOR);
  const permissions: PermissionCode[] = isAdministrator
    ? [...PERMISSION_CODES]
    : withParents(held.flatMap((role) => role.permissions));
  if (Date.now() - session.lastUsedAt.getTime() > TOUCH_MS) {
    touchSession(db(), session.sessionId).catch((err) => log().warn({ err }, "session touch failed"));
  }
  return {
    id: session.userId,
    account: session.account,
    name: session.name,
    sessionId: session.sessionId,
    departmentId: session.departmentId,
    departmentPath: session.departmentPath ?? "",
    roleIds: held.map((role) => role.id),
    isAdministrator,
    permissions,
    dailyTokenLimit: highestLimit(held.map((role) => role.dailyTokenLimit)),
    dailyImageLimit: highestLimit(held.map((role) => role.dailyImageLimit)),
    language: session.language,
    mustChangePassword: session.mustChangePassword,
  };
}

function cached(key: string, by: { id: string } | { tokenHash: string }): Promise<Person | null> {
  const now = Date.now();
  const hit = cache.get(key);
  if (hit && now - hit.at < CACHE_MS) return hit.person;
  if (cache.size >= CACHE_MAX) cache.clear();
  const person = load(by);
  cache.set(key, { at: now, person });
  person.catch(() => cache.delete(key));
  return person;
}

/** Changed rights act at once in this process; other processes follow within the cache's 2 s. */
export function forgetSessions(): void {
  cache.clear();
}

/** The token of a call: `Authorization: <token>` or `Authorization: Bearer <token>` (CONTRACT). */
export function authorizationToken(headers: Headers): string | null {
  const value = headers.get("authorization")?.trim();
  if (!value) return null;
  return value.replace(/^Bearer\s+/i, "").trim() || null;
}

export interface Resolved {
  actor: Actor;
  /** Signed in by the cookie alone: mutating calls need a same-origin Origin. */
  byCookie: boolean;
}

/** Who makes this request; null without a valid credential. A wrong token is not rescued by the cookie. */
export async function resolveActor(headers: Headers, request: RequestMeta): Promise<Resolved | null> {
  const token = authorizationToken(headers);
  if (token) {
    const tokenHash = hashToken(token);
    const person = await cached(`t:${tokenHash}`, { tokenHash });
    return person && { actor: { ...person, request }, byCookie: false };
  }
  const claims = await readCookie({ headers });
  if (!claims) return null;
  const person = await cached(`s:${claims.sessionId}`, { id: claims.sessionId });
  return person && { actor: { ...person, request }, byCookie: true };
}

export interface OpenedSession {
  sessionId: string;
  /** Returned once to the client, stored hashed. */
  token: string;
}

export async function openSession(userId: string, method: string, request: RequestMeta): Promise<OpenedSession> {
  const token = randomToken();
  const { id } = await insertSession(db(), {
    userId,
    tokenHash: hashToken(token),
    method,
    userAgent: request.userAgent.slice(0, 400),
    address: request.address,
    expiresAt: new Date(Date.now() + SESSION_SECONDS * 1000),
  });
  return { sessionId: id, token };
}

/** Ends sessions of one person at once in this process. */
export async function endSessions(userId: string, which: { ids: string[] } | { except?: string }): Promise<string[]> {
  const ended = await revokeSessions(db(), userId, which);
  forgetSessions();
  return ended;
}

/** A session by its row, without a request: for the answer of the login call itself. */
export async function loadPerson(sessionId: string): Promise<Person | null> {
  return load({ id: sessionId });
}
