import { eq, sql } from "drizzle-orm";
import type { GuideName } from "../../../lib/config/guides";
import type { Queryable } from "../../client";
import { userPreferences } from "../../schema/personal";

/** What a person has left for good. */
export async function listGuidesLeft(db: Queryable, userId: string): Promise<GuideName[]> {
  const [row] = await db
    .select({ left: userPreferences.guidesLeft })
    .from(userPreferences)
    .where(eq(userPreferences.userId, userId));
  return row?.left ?? [];
}

export async function leaveGuide(db: Queryable, userId: string, name: GuideName): Promise<void> {
  const added = sql`array(select distinct unnest(${userPreferences.guidesLeft} || array[${name}::text]))`;
  await db
    .insert(userPreferences)
    .values({ userId, guidesLeft: [name] })
    .onConflictDoUpdate({ target: userPreferences.userId, set: { guidesLeft: added, updatedAt: new Date() } });
}

/** Whether a person has an answer about a document or from a base. */
export async function hasAskedSources(db: Queryable, userId: string, kinds: readonly string[]): Promise<boolean> {
  const named = sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  );
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (
    select 1 from chat_sessions s join chat_messages m on m.session_id = s.id
    where s.user_id = ${userId} and s.kind in (${named}) and m.role = 'assistant' and m.status = 'done') as found`);
  return rows[0]?.found ?? false;
}
