import "server-only";
import { db } from "@/db/client";
import {
  findLivePerson,
  findLiveSessions,
  type HeldRights,
  insertSession,
  type LiveSession,
  revokeSessions,
  type SessionKey,
  touchSession,
} from "@/db/queries/auth/identity";
import { listLinkCodes } from "@/db/queries/menus/menus";
import { inBackground } from "@/lib/background";
import { Batcher } from "@/lib/batch";
import { loadConfig } from "@/lib/config/system-config";
import { keptFacts } from "@/lib/kept";
import { isLinkCode, PERMISSION_CODES, type PermissionCode, withParents } from "@/lib/permissions/codes";
import type { Actor, RequestMeta } from "./actor";
import { readCookie } from "./cookie";
import { pendingSteps } from "./pending";
import { hashToken, randomToken } from "./tokens";

type Person = Omit<Actor, "request">;
interface Loaded {
  person: Person;
  /** When the session's row was last told that it is used. */
  touchedAt: number;
}
/** Sessions looked up in one statement at most. */
const LOOKUPS_MOST = 100;
/** Finer than the shortest idle time-out by far. */
const TOUCH_MS = 60_000;
/** Sent with calls that the browser makes while nobody is at it: they keep no session alive. */
const UNATTENDED = "x-unattended";

const shared = globalThis as typeof globalThis & {
  __sessionLookups?: Batcher<SessionKey, LiveSession | null>;
};
// Many people who come at once are looked up together.
shared.__sessionLookups ??= new Batcher(
  async (keys) => findLiveSessions(db(), keys, (await loadConfig("securityConfig")).idleMinutes),
  { most: LOOKUPS_MOST },
);
const lookups = shared.__sessionLookups;
const sessions = keptFacts<Loaded | null>("sessions");
const owners = keptFacts<Person | null>("owners");

/** The role that holds every code, also codes added later. */
export const ADMINISTRATOR = "administrator";

/** The highest limit wins; null is unlimited (ARCHITECTURE 9). No role at all allows nothing. */
export function highestLimit(limits: readonly (number | null)[]): number | null {
  if (limits.includes(null)) return null;
  return limits.reduce<number>((highest, limit) => Math.max(highest, limit ?? 0), 0);
}

async function load(by: SessionKey): Promise<Loaded | null> {
  const { requireSecondFactorForAdministrators: needsFactor } = await loadConfig("securityConfig");
  const session = await lookups.add(by);
  if (!session) return null;
  const rights = await rightsOf(session.roles);
  const person: Person = {
    id: session.userId,
    account: session.account,
    name: session.name,
    sessionId: session.sessionId,
    sessionExpiresAt: session.expiresAt,
    departmentId: session.departmentId,
    shown: { avatarFileId: session.avatarFileId, departmentName: session.departmentName },
    departmentPath: session.departmentPath ?? "",
    ...rights,
    language: session.language,
    pending: pendingSteps({
      password: session.mustChangePassword,
      // Other ways in have second factors of their own.
      factor: rights.isAdministrator && needsFactor && session.method === "password" && !session.hasFactor,
      terms: session.mustAcceptTerms,
    }),
  };
  return { person, touchedAt: session.lastUsedAt.getTime() };
}

/** What the roles of a person give. */
async function rightsOf(held: readonly HeldRights[]) {
  const isAdministrator = held.some((role) => role.key === ADMINISTRATOR);
  const permissions: PermissionCode[] = isAdministrator
    ? [...PERMISSION_CODES]
    : withParents(held.flatMap((role) => role.permissions));
  const linkCodes = isAdministrator
    ? await listLinkCodes(db())
    : [...new Set(held.flatMap((role) => role.permissions.filter(isLinkCode)))];
  return {
    roleIds: held.map((role) => role.id),
    isAdministrator,
    permissions,
    linkCodes,
    dailyTokenLimit: highestLimit(held.map((role) => role.dailyTokenLimit)),
    dailyImageLimit: highestLimit(held.map((role) => role.dailyImageLimit)),
  };
}

/** The person of a credential; the session is noted as used unless nobody is at the browser. */
async function personOf(key: string, by: SessionKey, attended: boolean): Promise<Person | null> {
  const now = Date.now();
  const loaded = await sessions.read(key, () => load(by));
  if (!loaded) return null;
  if (attended && now - loaded.touchedAt > TOUCH_MS) {
    loaded.touchedAt = now;
    inBackground(touchSession(db(), loaded.person.sessionId), "session touch failed");
  }
  return loaded.person;
}

/** Changed rights act at once in this process; other processes follow within the cache's 2 s. */
export function invalidateSessions(): void {
  sessions.invalidate();
  owners.invalidate();
}

/** The token of a call: `Authorization: <token>` or `Authorization: Bearer <token>` (spec 10). */
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
  const attended = !headers.has(UNATTENDED);
  if (token) {
    const tokenHash = hashToken(token);
    const person = await personOf(`t:${tokenHash}`, { tokenHash }, attended);
    return person && { actor: { ...person, request }, byCookie: false };
  }
  const claims = await readCookie({ headers });
  if (!claims) return null;
  const person = await personOf(`s:${claims.sessionId}`, { id: claims.sessionId }, attended);
  return person && { actor: { ...person, request }, byCookie: true };
}

export interface OpenedSession {
  sessionId: string;
  /** Returned once to the client, stored hashed. */
  token: string;
}

export async function openSession(userId: string, method: string, request: RequestMeta): Promise<OpenedSession> {
  const token = randomToken();
  const { sessionHours } = await loadConfig("securityConfig");
  const { id } = await insertSession(db(), {
    userId,
    tokenHash: hashToken(token),
    method,
    userAgent: request.userAgent.slice(0, 400),
    address: request.address,
    expiresAt: new Date(Date.now() + sessionHours * 3_600_000),
  });
  return { sessionId: id, token };
}

/** Ends sessions of one person at once in this process. */
export async function endSessions(userId: string, which: { ids: string[] } | { except?: string }): Promise<string[]> {
  const ended = await revokeSessions(db(), userId, which);
  invalidateSessions();
  return ended;
}

/** A session by its row, without a request: for the answer of the login call itself. */
export async function loadPerson(sessionId: string): Promise<Person | null> {
  return (await load({ id: sessionId }))?.person ?? null;
}

/**
 * A person with the rights they have now, for work they began and that goes on without a session of theirs; null when
 * they may not come in any more.
 */
export async function loadActing(userId: string, request: RequestMeta): Promise<Actor | null> {
  const person = await loadLive(userId);
  return person && { ...person, request };
}

async function loadLive(userId: string): Promise<Person | null> {
  const person = await findLivePerson(db(), userId);
  if (!person) return null;
  const { roles, departmentPath, ...known } = person;
  return { ...known, departmentPath: departmentPath ?? "", sessionId: "", ...(await rightsOf(roles)), pending: [] };
}

/** The person as `loadActing` has them, cached like a session: what they delegated asks at every use. */
export function loadOwner(userId: string): Promise<Person | null> {
  return owners.read(userId, () => loadLive(userId));
}
