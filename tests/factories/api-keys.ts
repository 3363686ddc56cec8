import { db } from "@/db/client";
import { apiKeys } from "@/db/schema/gateway";
import { forgetApiKeys, newApiSecret } from "@/lib/auth/api-key";
import type { Person } from "./people";

type Options = Partial<typeof apiKeys.$inferInsert>;

/** A key of the Open API that belongs to a person; answers its id and its secret. */
export async function makeApiKey(person: Pick<Person, "id">, options: Options = {}) {
  const { secret, secretHash, hint } = newApiSecret();
  const [row] = await db()
    .insert(apiKeys)
    .values({ userId: person.id, name: "test", secretHash, hint, ...options })
    .returning({ id: apiKeys.id });
  forgetApiKeys();
  return { id: row!.id, secret };
}
