import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { startDatabase } from "../../scripts/lib/database-process.mjs";
import { root } from "../../scripts/lib/root.mjs";

/** A forgotten transaction makes all others wait; in tests it is cut soon, so that the mistake is seen where it is. */
const MAX_IDLE_IN_TRANSACTION = 2000;

/**
 * The environment of the integration tests: an empty database with all migrations (the embedded one as the product runs
 * it, or the Postgres of TEST_DATABASE_URL) and a data folder of its own.
 */
export default async function start() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "meridian-test-"));
  const external = process.env.TEST_DATABASE_URL;
  delete process.env.DATABASE_URL;
  delete process.env.DATABASE_SOCKET;
  Object.assign(process.env, {
    DATA_DIR: dataDir,
    AUTH_SECRET: randomBytes(32).toString("base64url"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64url"),
    LOG_LEVEL: "silent",
  });
  let database = null;
  if (external) process.env.DATABASE_URL = external;
  else {
    database = await startDatabase({ dataDir, maxIdleInTransaction: MAX_IDLE_IN_TRANSACTION });
    process.env.DATABASE_SOCKET = database.socketDir;
  }
  globalThis.integrationTests = { dataDir, database };
  await migrate(external ? { connectionString: external } : { host: database.socketDir, user: "postgres" });
}

async function migrate(connection) {
  const file = path.join(root, "db/migrate.ts");
  if (!existsSync(file)) return;
  const { migrate: run } = await import(pathToFileURL(file).href);
  const pool = new pg.Pool({ database: "postgres", ...connection, max: 1 });
  await run(pool);
  await pool.end();
}
