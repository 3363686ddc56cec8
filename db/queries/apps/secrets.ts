import { and, asc, count, eq, inArray } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { appSecrets } from "../../schema/apps";

const { name, origin, updatedAt } = appSecrets;

/** What an app keeps secret; never the values. */
export function listSecrets(db: Queryable, appId: string) {
  return db.select({ name, origin, updatedAt }).from(appSecrets).where(eq(appSecrets.appId, appId)).orderBy(asc(name));
}

/** Some of an app's secrets, for a call that carries them. */
export function listSecretCiphers(db: Queryable, appId: string, names: readonly string[]) {
  return db
    .select({ name, origin, valueCipher: appSecrets.valueCipher })
    .from(appSecrets)
    .where(and(eq(appSecrets.appId, appId), inArray(name, [...names])));
}

/** How many there are beside one. */
export async function countOtherSecrets(tx: Transaction, appId: string, but: string): Promise<number> {
  const rows = await tx
    .select({ name, total: count() })
    .from(appSecrets)
    .where(eq(appSecrets.appId, appId))
    .groupBy(name);
  return rows.filter((row) => row.name !== but).length;
}

export async function putSecret(tx: Transaction, row: typeof appSecrets.$inferInsert): Promise<void> {
  const { valueCipher, origin } = row;
  await tx
    .insert(appSecrets)
    .values(row)
    .onConflictDoUpdate({
      target: [appSecrets.appId, appSecrets.name],
      set: { valueCipher, origin, updatedAt: new Date() },
    });
}

/** False where there was none. */
export async function removeSecret(tx: Transaction, appId: string, name: string): Promise<boolean> {
  const gone = await tx
    .delete(appSecrets)
    .where(and(eq(appSecrets.appId, appId), eq(appSecrets.name, name)))
    .returning({ name: appSecrets.name });
  return gone.length > 0;
}
