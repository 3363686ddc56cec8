import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Pool } from "pg";

/** An arbitrary number of ours: whoever holds it migrates, everybody else waits (TRAPS b). */
const MIGRATION_LOCK = 7_205_759_403;

/**
 * Applies the migrations that are missing, in one transaction. Safe to call from several processes at once; throws when
 * the database holds a migration this build does not know (an older build on a newer schema).
 *
 * Not Drizzle's own `migrate`: that reads its journal before its transaction, so two starts at once both apply, and it
 * skips a migration dated before the last one applied. The lock is a transaction's, because the embedded database gives
 * session locks to everyone.
 */
export async function migrate(pool: Pool, folder = "db/migrations"): Promise<void> {
  const files = readMigrationFiles({ migrationsFolder: folder });
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await client.query("create schema if not exists drizzle");
    await client.query(
      "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    );
    const applied = await client.query<{ hash: string }>("select hash from drizzle.__drizzle_migrations");
    const hashes = new Set(applied.rows.map((row) => row.hash));
    const known = new Set(files.map((file) => file.hash));
    if (applied.rows.some((row) => !known.has(row.hash))) {
      throw new Error("The database was written by a newer version of this product; start that version instead.");
    }
    for (const file of files) {
      if (hashes.has(file.hash)) continue;
      for (const statement of file.sql) await client.query(statement);
      await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
        file.hash,
        file.folderMillis,
      ]);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
