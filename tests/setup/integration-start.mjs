import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { copyFolder } from "../../scripts/lib/copy-folder.mjs";
import { startDatabase } from "../../scripts/lib/database-process.mjs";
import { root } from "../../scripts/lib/root.mjs";
import { readPragmas } from "./pragmas.mjs";

/** A forgotten transaction makes all others wait; in tests it is cut soon, so that the mistake is seen where it is. */
const MAX_IDLE_IN_TRANSACTION = 2000;

/**
 * The environment of the integration tests: for each worker of Jest a database with all migrations (the embedded one as
 * the product runs it, or one on the Postgres of TEST_DATABASE_URL) and a data folder of its own. A worker finds its own
 * by its number (integration-environment.mjs).
 */
export default async function start({ maxWorkers }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "meridian-test-"));
  delete process.env.DATABASE_URL;
  delete process.env.DATABASE_SOCKET;
  Object.assign(process.env, {
    AUTH_SECRET: randomBytes(32).toString("base64url"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64url"),
    LOG_LEVEL: "silent",
    CHECK_ANSWERS: "1",
    // What goes elsewhere is never made of a Host anybody may invent, so the tests' address is set as a product's is.
    PUBLIC_URL: "http://product.test",
  });
  const dataDirs = Array.from({ length: maxWorkers }, (_, index) => path.join(folder, String(index + 1)));
  for (const dataDir of dataDirs) await mkdir(dataDir);
  const external = process.env.TEST_DATABASE_URL;
  if (external) nameLeftOut();
  const made = external ? await makeOnPostgres(external, dataDirs) : await makeEmbedded(folder, dataDirs);
  process.env.INTEGRATION_WORKERS = JSON.stringify(made.workers);
  globalThis.integrationTests = { folder, close: made.close };
}

/** Says which files this run leaves out, and why each may be (jest.config.mjs). */
function nameLeftOut() {
  const once = readPragmas().filter(({ isOnce }) => isOnce);
  process.stderr.write(`\nNot on Postgres as well, ${once.length} files:\n`);
  for (const { file, reason } of once) process.stderr.write(`  ${file}: ${reason}\n`);
}

/**
 * Migrated once, then copied: a folder is copied in a tenth of the time the migrations take. Tests that start a database
 * of their own copy it as well, from MADE_DATABASE.
 */
async function makeEmbedded(folder, dataDirs) {
  const start = (dataDir) => startDatabase({ dataDir, maxIdleInTransaction: MAX_IDLE_IN_TRANSACTION });
  const model = path.join(folder, "model");
  const database = await start(model);
  await migrate({ host: database.socketDir, user: "postgres", database: "postgres" });
  await database.stop();
  const made = path.join(model, "pg");
  await Promise.all(dataDirs.map((dataDir) => copyFolder(made, path.join(dataDir, "pg"))));
  const databases = await Promise.all(dataDirs.map(start));
  return {
    workers: databases.map(({ socketDir }, index) => ({
      DATA_DIR: dataDirs[index],
      DATABASE_SOCKET: socketDir,
      MADE_DATABASE: made,
    })),
    close: () => Promise.all(databases.map((database) => database.stop())),
  };
}

/** The named database is migrated and serves as the template of the workers' own. */
async function makeOnPostgres(address, dataDirs) {
  await migrate({ connectionString: address });
  const template = new URL(address).pathname.slice(1);
  const mark = `it_${randomBytes(4).toString("hex")}`;
  const run = async (work) => {
    // Nobody may be connected to a template, ourselves included.
    const client = new pg.Client({ connectionString: databaseAt(address, "template1") });
    await client.connect();
    try {
      for (let index = 0; index < dataDirs.length; index++) await client.query(work(`${mark}_${index + 1}`));
    } finally {
      await client.end();
    }
  };
  await run((name) => `create database ${name} template ${pg.escapeIdentifier(template)}`);
  return {
    workers: dataDirs.map((dataDir, index) => ({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseAt(address, `${mark}_${index + 1}`),
    })),
    close: () => run((name) => `drop database ${name} with (force)`),
  };
}

function databaseAt(address, name) {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

async function migrate(connection) {
  const { migrate: run } = await import(pathToFileURL(path.join(root, "db/migrate.ts")).href);
  const pool = new pg.Pool({ ...connection, max: 1 });
  await run(pool);
  await pool.end();
}
