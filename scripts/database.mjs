// The embedded database in a process of its own, so that it never stalls the web process. Forked by the start script,
// the test set-up and the administrator's scripts:
//   node scripts/database.mjs --data-dir <folder> --socket-dir <folder> [--max-idle-in-transaction <ms>]
// Tells its parent `{ type: "listening", socketDir }` or `{ type: "failed", message }`.
import { mkdir, rename, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { vector } from "@electric-sql/pglite-pgvector";
import { createDatabaseServer } from "./database-server.mjs";
import { SOCKET_NAME } from "./lib/database-folder.mjs";
import { damagedDatabase, stateOfDatabase } from "./lib/installation.mjs";
import { syncFolder } from "./lib/restore-place.mjs";
import { serveSnapshots } from "./lib/snapshot.mjs";
import { takeLock } from "./lib/socket-lock.mjs";

/** How long clients of a parent that is gone may still finish; above the web process's 10 s of draining. */
const ORPHAN_MS = 12_000;
/** How long to wait for an orphan of an earlier start to leave the data folder. */
const PREDECESSOR_MS = 15_000;
/** Below this no engine opens its folder, bytes: it writes before it answers. */
const LEAST_FREE = 32 * 1024 ** 2;
const DAMAGED = { damaged: true };

const { values } = parseArgs({
  options: {
    "data-dir": { type: "string" },
    "socket-dir": { type: "string" },
    "max-idle-in-transaction": { type: "string", default: "30000" },
  },
});
const dataDir = values["data-dir"];
const socketDir = values["socket-dir"];

const tell = (message) => new Promise((resolve) => (process.connected ? process.send(message, resolve) : resolve()));
let db;
let server;
let isOrphan = false;
let isStopping = false;

async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  await server?.close();
  await db?.close();
  await rm(path.join(socketDir, SOCKET_NAME), { force: true });
  process.exit(code);
}

function leaveAsOrphan() {
  isOrphan = true;
  if (!server || server.clientCount() === 0) stop(0);
  else setTimeout(() => stop(0), ORPHAN_MS);
}

function fail(error) {
  process.stderr.write(`The embedded database failed: ${error?.message ?? error}\n`);
  process.exit(1); // at once: what a broken engine answers or writes cannot be trusted
}

process.on("SIGINT", () => {}); // Ctrl-C reaches the whole group; the web process drains first
process.on("SIGTERM", () => stop(0));
process.on("disconnect", leaveAsOrphan);
process.on("uncaughtException", fail);

/** Held by the process that has the folder open, not by its parent: two engines on one folder silently lose data. */
async function lockFolder() {
  const until = Date.now() + PREDECESSOR_MS;
  for (;;) {
    const { heldBy } = await takeLock(dataDir, "database.lock");
    if (heldBy === undefined) return;
    if (Date.now() > until) throw new Error(`the data folder ${dataDir} is in use by the process ${heldBy}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const ENGINE = { extensions: { vector, pg_trgm } };

/** A new database is made aside and put in place when it is whole: what stands in place was whole once. */
async function makeDatabase(folder) {
  const aside = path.join(dataDir, ".pg-new");
  await rm(aside, { recursive: true, force: true });
  const made = await PGlite.create({ dataDir: aside, ...ENGINE });
  await made.close();
  await rm(folder, { recursive: true, force: true }); // empty, or not there
  await rename(aside, folder);
  await syncFolder(dataDir);
}

/** What the engine stumbles over is damage, but for a full disk and a folder that may not be written to. */
async function openEngine() {
  // It would make a new database over the remains of one that has lost its first file.
  const state = await stateOfDatabase(dataDir);
  if (state === "partial") throw Object.assign(new Error("parts of it are missing"), DAMAGED);
  const folder = path.join(dataDir, "pg");
  try {
    if (state === "absent") await makeDatabase(folder);
    return await PGlite.create({ dataDir: folder, ...ENGINE });
  } catch (error) {
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize < LEAST_FREE) throw new Error("the disk is full; make room and start again");
    if (["EACCES", "EPERM", "EROFS"].includes(error?.code)) throw error;
    throw Object.assign(new Error("the engine gave up reading it"), DAMAGED);
  }
}

try {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await lockFolder();
  db = await openEngine();
  server = createDatabaseServer(db, {
    maxIdleInTransaction: Number(values["max-idle-in-transaction"]),
    onFatal: fail,
    onIdle: () => {
      if (isOrphan) stop(0);
    },
  });
  await rm(path.join(socketDir, SOCKET_NAME), { force: true });
  await server.listen(path.join(socketDir, SOCKET_NAME));
  await serveSnapshots({ db, server, dataDir, socketDir });
  await tell({ type: "listening", socketDir });
} catch (error) {
  const reason = error?.message ?? String(error);
  const known = error?.damaged && (await damagedDatabase(dataDir, reason));
  await tell({ type: "failed", message: known?.message ?? `The embedded database did not start: ${reason}` });
  process.exit(1);
}
