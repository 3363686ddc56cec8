import { existsSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { listStoredObjects } from "../../../db/queries/files/stored-objects.ts";
import { startDatabase } from "../database-process.mjs";
import { StartError, say } from "../report.mjs";
import { readRunFile } from "../run-file.mjs";
import { requestSnapshot } from "../snapshot.mjs";
import { takeLock } from "../socket-lock.mjs";
import { PLAIN_TEXT, readKeyCheck, readMigrationHashes, readTables } from "./catalog.mjs";
import { makeWorkFolder } from "./work-folder.mjs";

/** A transaction of an archive or a move may wait for a slow file store. */
const IDLE_MS = 3_600_000;

/** A `pg` client that is connected; throws a StartError when it cannot be. */
export async function connect(connection) {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new StartError(`The database cannot be reached (${error.code ?? error.message}).`);
  }
}

/** The embedded database of a data folder nobody uses, with a client of it. */
export async function openEmbedded(dataDir) {
  const database = await startDatabase({ dataDir, maxIdleInTransaction: IDLE_MS });
  try {
    const client = await connect({ host: database.socketDir, user: "postgres", database: "postgres" });
    return {
      client,
      async close() {
        await client.end().catch(() => {});
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/**
 * The data of an installation as it was at one moment: a transaction of Postgres, the embedded database of a stopped
 * product, or a copy of a running one's. `exclusive`: the product must not run at all.
 */
export async function openSource({ dataDir, databaseUrl }, { exclusive = false } = {}) {
  const ends = [];
  const close = async () => {
    while (ends.length > 0) await ends.pop()();
  };
  try {
    const client = databaseUrl
      ? await openPostgres(databaseUrl, ends)
      : await openDataFolder(dataDir, { exclusive, ends });
    await client.query("begin isolation level repeatable read read only");
    await client.query(PLAIN_TEXT);
    const migrations = await readMigrationHashes(client);
    if (!migrations) throw new StartError("The database is empty; there is nothing to take from it.");
    const keyCheck = await readKeyCheck(client);
    if (!keyCheck) throw new StartError("The database holds no data of this product yet.");
    return {
      client,
      migrations,
      keyCheck,
      tables: await readTables(client),
      objects: await listStoredObjects(client),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openPostgres(connectionString, ends) {
  const client = await connect({ connectionString });
  ends.push(() => client.end().catch(() => {}));
  return client;
}

async function openDataFolder(dataDir, { exclusive, ends }) {
  if (!existsSync(path.join(dataDir, "pg"))) throw new StartError(`There is no database in ${dataDir}.`);
  const lock = await takeLock(dataDir);
  if (lock.heldBy === undefined) {
    ends.push(() => lock.release());
    const database = await openEmbedded(dataDir);
    ends.push(() => database.close());
    return database.client;
  }
  if (exclusive) throw new StartError(`The product runs on ${dataDir} (process ${lock.heldBy}); stop it first.`);
  const run = await readRunFile(dataDir);
  if (!run) throw new StartError("The product is starting or stopping; try again in a few seconds.");
  const work = await makeWorkFolder(dataDir);
  ends.push(() => work.remove());
  const copy = path.join(work.folder, "data");
  const milliseconds = await requestSnapshot(run.socketDir, copy);
  say(`The product runs; its database was copied, everybody waited for ${milliseconds} ms`);
  const database = await openEmbedded(copy);
  ends.push(() => database.close());
  return database.client;
}
