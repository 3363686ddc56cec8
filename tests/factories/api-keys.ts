import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { apiKeys } from "@/db/schema/open-api";
import { roles, userRoles } from "@/db/schema/roles";
import { invalidateApiKeys, newApiSecret } from "@/lib/auth/api-key";
import { invalidateSessions } from "@/lib/auth/session";
import { P } from "@/lib/permissions/codes";
import type { Person } from "./people";

type Options = Partial<typeof apiKeys.$inferInsert>;

const ROLE = "API key owners";

/** A key is worth what its owner may do: they get the code by a role of its own. */
async function mayUseKeys(userId: string): Promise<void> {
  await db()
    .insert(roles)
    .values({ name: ROLE, type: "custom", permissions: ["SYSTEM", P.OPEN_API], dailyTokenLimit: 0, dailyImageLimit: 0 })
    .onConflictDoNothing();
  const [role] = await db().select({ id: roles.id }).from(roles).where(eq(roles.name, ROLE));
  await db().insert(userRoles).values({ userId, roleId: role!.id }).onConflictDoNothing();
  invalidateSessions();
}

/** A key of the Open API that belongs to a person; answers its id and its secret. */
export async function makeApiKey(person: Pick<Person, "id">, options: Options = {}) {
  const { secret, secretHash, hint } = newApiSecret();
  await mayUseKeys(person.id);
  const [row] = await db()
    .insert(apiKeys)
    .values({ userId: person.id, name: "test", secretHash, hint, ...options })
    .returning({ id: apiKeys.id });
  invalidateApiKeys();
  return { id: row!.id, secret };
}
