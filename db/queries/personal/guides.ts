import { sql } from "drizzle-orm";
import type { FirstStep, GuideName } from "../../../lib/config/guides";
import type { Queryable } from "../../client";
import { userPreferences } from "../../schema/personal";

export async function leaveGuide(db: Queryable, userId: string, name: GuideName): Promise<void> {
  const added = sql`array(select distinct unnest(${userPreferences.guidesLeft} || array[${name}::text]))`;
  await db
    .insert(userPreferences)
    .values({ userId, guidesLeft: [name] })
    .onConflictDoUpdate({ target: userPreferences.userId, set: { guidesLeft: added, updatedAt: new Date() } });
}

/**
 * Which first steps are done, in one statement: a model that somebody other than the product serves, more people than one,
 * an answer to this person about a document or from a base.
 */
export async function findStepsDone(
  db: Queryable,
  { userId, kinds, builtin }: { userId: string; kinds: readonly string[]; builtin: string },
): Promise<Record<FirstStep, boolean>> {
  const named = sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  );
  const { rows } = await db.execute<Record<FirstStep, boolean>>(sql`select exists (
      select 1 from models m join channels c on c.model_id = m.id join suppliers s on s.id = c.supplier_id
      where m.enabled and s.template <> ${builtin}) as model,
    (select count(*) from (
      select 1 from users where status = 'enabled' and anonymized_at is null limit 2) found) > 1 as people,
    exists (
      select 1 from chat_sessions s join chat_messages m on m.session_id = s.id
      where s.user_id = ${userId} and s.kind in (${named}) and m.role = 'assistant' and m.status = 'done') as document`);
  return rows[0] ?? { model: false, people: false, document: false };
}
