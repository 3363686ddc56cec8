import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { DELETE, GET, PATCH } from "@/app/api/admin/org/users/[id]/route";
import { POST } from "@/app/api/admin/org/users/route";
import { POST as LOGIN } from "@/app/api/token/login-pw/route";
import { db } from "@/db/client";
import { users } from "@/db/schema/organisation";
import { roles } from "@/db/schema/roles";
import type { UserDetail } from "@/lib/features/organisation/dto";
import { answer } from "./call";
import type { Person } from "./people";

/** A name nobody else in the shared database has. */
export const unique = (text: string) => `${text}${v7().replaceAll("-", "").slice(-10)}`;

/** A role of the given codes; answers its id. */
export async function makeRole(codes: string[], limits: { dailyTokenLimit?: number | null } = {}): Promise<string> {
  const [row] = await db()
    .insert(roles)
    .values({ name: unique("角色"), type: "custom", permissions: codes, ...limits })
    .returning({ id: roles.id });
  return row!.id;
}

export async function roleIdOf(key: string): Promise<string> {
  const [row] = await db().select({ id: roles.id }).from(roles).where(eq(roles.key, key));
  return row!.id;
}

/** The calls of people as one person makes them. */
export function usersAs(actor: Person) {
  const token = actor.token;
  return {
    create: (body: Record<string, unknown> = {}) =>
      answer<{ id: string; code?: string }>(POST, {
        token,
        body: { account: unique("p"), name: "张伟", roleIds: [], ...body },
      }),
    change: (id: string, body: unknown) => answer(PATCH, { token, method: "PATCH", params: { id }, body }),
    read: async (id: string) => (await answer<UserDetail>(GET, { token, params: { id } })).data,
    remove: (id: string, query: Record<string, string | boolean> = {}) =>
      answer(DELETE, { token, method: "DELETE", params: { id }, query }),
  };
}

export const userRow = async (id: string) => (await db().select().from(users).where(eq(users.id, id)))[0];

/** The login call; answers its token, or null when it was refused. */
export async function logIn(username: string, password: string): Promise<string | null> {
  const { data } = await answer<{ token?: string }>(LOGIN, {
    body: { username, password },
    headers: { origin: "http://product.test" },
    // Each from an address of its own: failures of one test are not another's.
    address: `198.51.100.${Math.floor(Math.random() * 250)}`,
  });
  return data?.token ?? null;
}
