// The product's modules on plain Node over a database of their own, for benches that measure an engine without its web server.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { startDatabase } from "../../scripts/lib/database-process.mjs";
import { applySettings } from "../../scripts/lib/product-modules.mjs";

/**
 * Runs `work` with the product's modules. The database is the empty one of `databaseUrl`, else an embedded one in `keptFolder`,
 * which is left as it is then, or in a folder that goes afterwards.
 */
export async function withProductModules({ databaseUrl = "", keptFolder = null, settings = {} }, work) {
  const folder = keptFolder ?? (await mkdtemp(path.join(os.tmpdir(), "bench-modules-")));
  const database = databaseUrl ? null : await startDatabase({ dataDir: folder });
  try {
    await applySettings({
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      ...(database && { DATABASE_SOCKET: database.socketDir }),
      AUTH_SECRET: randomBytes(32).toString("base64url"),
      ENCRYPTION_KEY: randomBytes(32).toString("base64url"),
      LOG_LEVEL: "error",
      // Programs of processes of their own are run from their sources.
      NODE_ENV: "development",
      ...settings,
    });
    const { migrate } = await import("../../db/migrate.ts");
    const embedded = { host: database?.socketDir, user: "postgres", database: "postgres" };
    const pool = new pg.Pool({ ...(databaseUrl ? { connectionString: databaseUrl } : embedded), max: 1 });
    await migrate(pool);
    await pool.end();
    return await work({ folder, database });
  } finally {
    const { flushLedger } = await import("../../lib/models/ledger.ts");
    const { backgroundIdle } = await import("../../lib/background.ts");
    await backgroundIdle(20_000);
    await flushLedger();
    const { closeDatabase } = await import("../../db/client.ts");
    await closeDatabase();
    await database?.stop();
    if (!keptFolder) await rm(folder, { recursive: true, force: true });
  }
}
