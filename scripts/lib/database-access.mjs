import { existsSync } from "node:fs";
import path from "node:path";
import { startDatabase } from "./database-process.mjs";
import { StartError } from "./report.mjs";
import { readRunFile } from "./run-file.mjs";
import { takeLock } from "./socket-lock.mjs";

/**
 * Reaches the product's database from a script: DATABASE_URL, the embedded one of the running product, or, when
 * nothing runs, the embedded one started for the script alone. Resolves with `pg` connection settings and `close`.
 */
export async function reachDatabase({ dataDir, databaseUrl }) {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, close: async () => {} };
  if (!existsSync(path.join(dataDir, "pg"))) {
    throw new StartError(`There is no database in ${dataDir} yet; start the product once with \`npm start\`.`);
  }
  const embedded = (socketDir) => ({ host: socketDir, user: "postgres", database: "postgres" });
  const lock = await takeLock(dataDir);
  if (lock.heldBy !== undefined) {
    const run = await readRunFile(dataDir);
    if (run) return { connection: embedded(run.socketDir), close: async () => {} };
    throw new StartError("The product is starting or stopping; try again in a few seconds.");
  }
  const database = await startDatabase({ dataDir });
  return {
    connection: embedded(database.socketDir),
    async close() {
      await database.stop();
      await lock.release();
    },
  };
}
