/** Takes away what `npm run demo` made, and nothing else. */
import { inArray, or, type SQL, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { removeFiles } from "@/db/queries/files/files";
import { removeLeftVectors } from "@/db/queries/knowledge/embedding";
import { removeLeftFileGrants } from "@/db/queries/knowledge/file-changes";
import { lockRollups, rebuildRollups } from "@/db/queries/models/reconcile";
import { chatSessions } from "@/db/schema/conversation";
import { channelPrices } from "@/db/schema/models";
import { departments, users } from "@/db/schema/organisation";
import { grants } from "@/db/schema/permissions";
import { prompts } from "@/db/schema/prompts";
import { embeddingCache } from "@/db/schema/retrieval";
import { roles } from "@/db/schema/roles";
import { invalidateSessions } from "@/lib/auth/session";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { fileStore } from "@/lib/files/storage";
import { flushLedger } from "@/lib/models/ledger";
import { invalidateModels } from "@/lib/models/registry";
import { DemoRefused, dropMarker, findMarker, type Marker } from "./marker";

const LEFT_VECTORS = 1000;

export interface Removed {
  people: number;
  departments: number;
  bases: number;
  files: number;
  /** Other people who were in its departments and are at the top now. */
  moved: number;
}

const list = (ids: readonly string[]): SQL =>
  ids.length === 0
    ? sql`select null::uuid where false`
    : sql.join(
        ids.map((id) => sql`${id}::uuid`),
        sql`, `,
      );

/** Throws DemoRefused where there is no demo, and, unless told otherwise, where people worked in it since. */
export async function removeDemo({ withLaterWork }: { withLaterWork: boolean }): Promise<Removed> {
  const marker = await findMarker();
  if (!marker) throw new DemoRefused("There is no demo in this installation; nothing was changed.");
  const later = marker.madeAt ? await laterWork(marker, new Date(marker.madeAt)) : [];
  if (later.length > 0 && !withLaterWork) {
    throw new DemoRefused(
      `Since the demo was made, people worked in it: ${later.join(", ")}. This would be deleted as well. Nothing was changed; to delete it too: npm run demo -- --remove --with-later-work`,
    );
  }
  await flushLedger();
  const files = await filesOf(marker);
  const today = dayIn((await loadConfig("customConfig")).timeZone);
  const moved = await db().transaction((tx) => removeRows(tx, marker, { files, today }));
  // The rows first: what is left behind by a failure here is bytes nobody reaches.
  const store = await fileStore();
  for (const id of files) await store.removeAllOf(id);
  while ((await removeLeftVectors(db(), LEFT_VECTORS)) === LEFT_VECTORS);
  await removeLeftFileGrants(db());
  await dropMarker();
  invalidateSessions();
  invalidateModels();
  const { people, departments: units, bases } = marker;
  return { people: people.length, departments: units.length, bases: bases.length, files: files.length, moved };
}

/** What was made in the demo after it was there, in words; empty when nothing was. */
async function laterWork({ people, bases, departments: units }: Marker, madeAt: Date): Promise<string[]> {
  const at = sql`${madeAt.toISOString()}::timestamptz`;
  const byPeople = sql`in (${list(people)})`;
  const { rows } = await db().execute<Record<string, string>>(sql`select
    (select count(*) from chat_messages m join chat_sessions s on s.id = m.session_id
      where s.user_id ${byPeople} and m.role = 'user' and m.created_at > ${at}) as "questions",
    (select count(*) from files f where f.created_at > ${at} and f.status = 'uploaded' and (f.owner_id ${byPeople}
      or f.id in (select file_id from knowledge_files where base_id in (${list(bases)})))) as "files",
    (select count(*) from knowledge_bases where owner_id ${byPeople} and created_at > ${at}) as "knowledge bases",
    (select count(*) from knowledge_qas where author_id ${byPeople} and created_at > ${at}) as "pairs of question and answer",
    (select count(*) from prompts where owner_id ${byPeople} and created_at > ${at}) as "prompts",
    (select count(*) from search_sources where owner_id ${byPeople} and created_at > ${at}) as "sources of the web search",
    (select count(*) from apps where owner_id ${byPeople} and created_at > ${at}) as "apps",
    (select count(*) from api_keys where user_id ${byPeople} and created_at > ${at}) as "keys",
    (select count(*) from departments where parent_id in (${list(units)}) and id not in (${list(units)})) as "departments below its own"`);
  return Object.entries(rows[0] ?? {}).flatMap(([what, count]) => (Number(count) > 0 ? [`${count} ${what}`] : []));
}

async function filesOf({ people, bases, hosts = [] }: Marker): Promise<string[]> {
  const { rows } = await db().execute<{ id: string }>(sql`select id from files where owner_id in (${list(people)})
    or id in (select file_id from knowledge_files where base_id in (${list(bases)})
      or base_id in (select id from knowledge_bases where owner_id in (${list(people)})))
    or id in (select file_id from web_pages where host = any(${sql.param(hosts)}::text[]))`);
  return rows.map(({ id }) => id);
}

async function removeRows(
  tx: Transaction,
  marker: Marker,
  { files, today }: { files: string[]; today: string },
): Promise<number> {
  const { people, bases, departments: units } = marker;
  const theirs = sql`in (${list(people)})`;
  await tx.execute(
    sql`delete from grants where resource_id in (select id from knowledge_bases where owner_id ${theirs})`,
  );
  await tx.execute(sql`delete from grants where resource_id in (select id from apps where owner_id ${theirs})`);
  const subjects = [...people, ...units, ...marker.roles, ...bases];
  if (subjects.length > 0) {
    await tx.delete(grants).where(or(inArray(grants.subjectId, subjects), inArray(grants.resourceId, subjects)));
  }
  await tx.execute(sql`delete from tasks where owner_id ${theirs}
    or subject in (select id::text from file_versions where file_id in (${list(files)}))`);
  await tx.delete(chatSessions).where(sql`user_id ${theirs}`);
  await tx.execute(sql`delete from knowledge_drafts where author_id ${theirs} or decider_id ${theirs}`);
  // What others' bases counted of them; the sums of days name nobody.
  await tx.execute(sql`delete from knowledge_answers where user_id ${theirs}`);
  await tx.execute(sql`delete from knowledge_askers where user_id ${theirs}`);
  await tx.execute(sql`delete from knowledge_findings where asker_id ${theirs}`);
  await tx.execute(sql`update knowledge_findings set assignee_id = null, state = 'open' where assignee_id ${theirs}`);
  await tx.execute(sql`delete from knowledge_bases where id in (${list(bases)}) or owner_id ${theirs}`);
  // What they did about bases that stay.
  for (const table of ["knowledge_qas", "recall_runs", "recall_sets", "parameter_backups", "recommended_questions"]) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where author_id ${theirs}`);
  }
  await tx.execute(sql`update knowledge_gaps set owner_id = null, state = 'open' where owner_id ${theirs}`);
  await tx.execute(sql`delete from drawings where user_id ${theirs}`);
  // A demo that was made by an earlier build has none of these.
  const hosts = sql`host = any(${sql.param(marker.hosts ?? [])}::text[])`;
  await tx.execute(sql`delete from search_sources where id in (${list(marker.sources ?? [])})`);
  await tx.execute(sql`delete from web_pages where ${hosts}`);
  await tx.execute(sql`delete from web_hosts where ${hosts}`);
  await removeFiles(tx, files);
  if (marker.prompts.length > 0) await tx.delete(prompts).where(inArray(prompts.id, marker.prompts));
  await tx.execute(sql`delete from prompts where owner_id ${theirs}`);
  await removeUsage(tx, marker, today);
  await tx.execute(sql`delete from apps where owner_id ${theirs}`);
  // A demo that was made by an earlier build has none.
  await tx.execute(sql`delete from app_categories where id in (${list(marker.categories ?? [])})`);
  if (people.length > 0) await tx.delete(users).where(inArray(users.id, people));
  const moved = await moveOut(tx, units);
  if (marker.roles.length > 0) await tx.delete(roles).where(inArray(roles.id, marker.roles));
  if (marker.prices.length > 0) await tx.delete(channelPrices).where(inArray(channelPrices.id, marker.prices));
  if (marker.cached.length > 0) await tx.delete(embeddingCache).where(inArray(embeddingCache.sha256, marker.cached));
  return moved;
}

/** Calls of its people, wherever they lie by now, and what counted them. */
async function removeUsage(tx: Transaction, { people, days }: Marker, today: string): Promise<void> {
  if (people.length === 0) return;
  const theirs = sql`in (${list(people)})`;
  await lockRollups(tx);
  await tx.execute(sql`delete from usage_ledger where user_id ${theirs}`);
  await tx.execute(sql`delete from request_logs where user_id ${theirs}`);
  await tx.execute(
    sql`delete from usage_counters where subject in (select 'user:' || id from users where id ${theirs})`,
  );
  await rebuildRollups(tx, days?.[0] ?? today, today);
}

/** Its departments go, the deepest first; whoever else is in them, and departments below, come to the top. */
async function moveOut(tx: Transaction, units: readonly string[]): Promise<number> {
  if (units.length === 0) return 0;
  const root = sql`(select id from departments where parent_id is null limit 1)`;
  const { rowCount } = await tx.execute(
    sql`update users set department_id = ${root} where department_id in (${list(units)})`,
  );
  const below = await tx.execute<{ id: string; path: string }>(
    sql`select id, path from departments where parent_id in (${list(units)}) and id not in (${list(units)})`,
  );
  for (const { id, path } of below.rows) {
    await tx.execute(sql`update departments set path = (select path from departments where parent_id is null limit 1)
      || ${`${id}/`} || substr(path, ${path.length + 1}) where starts_with(path, ${path})`);
    await tx.execute(sql`update departments set parent_id = ${root} where id = ${id}`);
  }
  const rows = await tx
    .select({ id: departments.id })
    .from(departments)
    .where(inArray(departments.id, [...units]))
    .orderBy(sql`length(path) desc`);
  for (const { id } of rows) await tx.execute(sql`delete from departments where id = ${id}`);
  return rowCount ?? 0;
}
