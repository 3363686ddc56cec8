import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { users } from "@/db/schema/organisation";
import { roles } from "@/db/schema/roles";
import { seedPerson, seedRoles, seedRootDepartment } from "@/db/seed/foundation";
import type { Actor, RequestMeta } from "@/lib/auth/actor";
import { hashPassword } from "@/lib/auth/password";
import { invalidateSessions, loadPerson, openSession } from "@/lib/auth/session";
import { SEED_ROLES } from "@/lib/permissions/seed-roles";

export const PASSWORD = "Secret123";
const META: RequestMeta = { requestId: "test", address: "192.0.2.1", userAgent: "jest" };

let hash: Promise<string> | undefined;

export interface Person {
  id: string;
  account: string;
  token: string;
  sessionId: string;
  actor: Actor;
}

interface PersonOptions {
  roles?: string[];
  /** Codes of a role made for this person alone. */
  codes?: string[];
  dailyTokenLimit?: number | null;
  type?: "local" | "sso";
  account?: string;
  mustChangePassword?: boolean;
}

/** A person of their own for one test, signed in; staff unless told otherwise. */
export async function makePerson(options: PersonOptions = {}): Promise<Person> {
  await seedRoles(db(), SEED_ROLES);
  hash ??= hashPassword(PASSWORD);
  const account = options.account ?? `u${v7().replaceAll("-", "").slice(8)}`;
  const roleKeys = options.roles ?? (options.codes || options.dailyTokenLimit !== undefined ? [] : ["staff"]);
  if (options.codes || options.dailyTokenLimit !== undefined) roleKeys.push(await makeRole(options));
  const id = await seedPerson(db(), {
    account,
    name: account,
    type: options.type ?? "local",
    passwordHash: await hash,
    mustChangePassword: options.mustChangePassword ?? false,
    departmentId: await seedRootDepartment(db(), "Head office"),
    roleKeys,
  });
  return { id, account, ...(await signIn(id)) };
}

async function makeRole({ codes = ["PERSONAL:CHAT"], dailyTokenLimit = null }: PersonOptions): Promise<string> {
  const key = v7();
  await db().insert(roles).values({ key, name: key, type: "custom", permissions: codes, dailyTokenLimit });
  return key;
}

/** A further session of a person. */
export async function signIn(userId: string): Promise<{ token: string; sessionId: string; actor: Actor }> {
  const session = await openSession(userId, "password", META);
  const person = await loadPerson(session.sessionId);
  if (!person) throw new Error("no session");
  return { ...session, actor: { ...person, request: META } };
}

export async function disable(userId: string): Promise<void> {
  await db().update(users).set({ status: "disabled" }).where(eq(users.id, userId));
  invalidateSessions();
}
