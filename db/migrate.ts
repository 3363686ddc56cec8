import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { ClientBase, Pool } from "pg";

/** An arbitrary number of ours: whoever holds it migrates, everybody else waits (TRAPS b). */
const MIGRATION_LOCK = 7_205_759_403;
const MIGRATIONS = "db/migrations";

/**
 * Applies the migrations that are missing, in one transaction. Safe to call from several processes at once; throws when
 * the database holds a migration this build does not know (an older build on a newer schema).
 *
 * Not Drizzle's own `migrate`: that reads its journal before its transaction, so two starts at once both apply, and it
 * skips a migration dated before the last one applied. The lock is a transaction's, because the embedded database gives
 * session locks to everyone.
 */
export async function migrate(pool: Pool, folder = MIGRATIONS): Promise<void> {
  const files = readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query("begin");
    // What fills a new table may take longer than any answer may, and so may the wait for another start that does.
    await client.query("set local statement_timeout = 0");
    await applyMigrations(client, files, files);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** The migrations of this build, oldest first. */
export function readMigrations(folder = MIGRATIONS): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder: folder });
}

/**
 * Applies those of `wanted` that are missing, within the caller's transaction; `known` is everything this build has.
 * A restore applies the ones an archive was written with, fills the tables, then applies the rest.
 */
export async function applyMigrations(
  client: ClientBase,
  wanted: readonly MigrationMeta[],
  known: readonly MigrationMeta[],
): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
  await client.query("create schema if not exists drizzle");
  // The job queue makes its schema without a lock around the question whether it is there: two first starts at once
  // would both make it.
  await client.query("create schema if not exists pgboss");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  const applied = await client.query<{ hash: string }>("select hash from drizzle.__drizzle_migrations");
  const hashes = new Set(applied.rows.map((row) => row.hash));
  const ours = new Set(known.map((file) => file.hash));
  if (applied.rows.some((row) => !ours.has(row.hash))) {
    throw new Error("The database was written by a newer version of this product; start that version instead.");
  }
  for (const file of wanted) {
    if (hashes.has(file.hash)) continue;
    for (const statement of file.sql) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      file.hash,
      file.folderMillis,
    ]);
  }
}
