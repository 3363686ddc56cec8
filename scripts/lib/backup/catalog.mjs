/**
 * What people signed in, answers under way, processes and the guards of the login page left for minutes or days: an
 * archive does not carry them. `backups` lists files of one data folder, which stay there. `set_words` is made anew from
 * the slices of a set at its first search (`lib/retrieval/set-index`).
 */
export const LEFT_OUT = new Set([
  "backups",
  "file_tickets",
  "instances",
  "login_attempts",
  "login_sources",
  "run_chunks",
  "sessions",
  "set_words",
  "slice_signs",
  "verification_codes",
]);

/** Makes every value the same text on every engine and machine. */
export const PLAIN_TEXT = `set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`;

export const quote = (name) => `"${name.replaceAll('"', '""')}"`;

const TABLES = `
  select c.oid::int as oid, c.relname as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
   order by c.relname`;
const COLUMNS = `
  select attrelid::int as oid, attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
   where attrelid = any($1::int[]::oid[]) and attnum > 0 and not attisdropped and attgenerated = '' order by attrelid, attnum`;
const PARTITIONS = `
  select i.inhparent::int as oid, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = any($1::int[]::oid[]) order by c.relname`;

/** The tables an archive carries, with their columns and partitions, by name; with `all` those it leaves out as well. */
export async function readTables(client, { all = false } = {}) {
  const { rows: tables } = await client.query(TABLES);
  const kept = tables.filter(({ name }) => all || !LEFT_OUT.has(name));
  const oids = [kept.map(({ oid }) => oid)];
  const { rows: columns } = await client.query(COLUMNS, oids);
  const { rows: partitions } = await client.query(PARTITIONS, oids);
  const of = (rows, oid) => rows.filter((row) => row.oid === oid).map(({ oid: _, ...row }) => row);
  return kept.map(({ oid, name }) => ({ name, columns: of(columns, oid), partitions: of(partitions, oid) }));
}

/** Hashes of the migrations a database has, in the order they were applied; null for a database of something else. */
export async function readMigrationHashes(client) {
  const { rows: found } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as known");
  if (!found[0].known) return null;
  const { rows } = await client.query("select hash from drizzle.__drizzle_migrations order by id");
  return rows.map(({ hash }) => hash);
}

/** Names of what stands in a database in the places the product uses; empty when it is free. */
export async function readContents(client) {
  const { rows } = await client.query(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'drizzle', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by 1 limit 6`,
  );
  return rows.map(({ name }) => name);
}

/** The text that proves an ENCRYPTION_KEY: the product sealed it at its first start. */
export async function readKeyCheck(client) {
  const { rows } = await client.query("select value->>'sealed' as sealed from system_config where type = 'keyCheck'");
  return rows[0]?.sealed ?? null;
}
