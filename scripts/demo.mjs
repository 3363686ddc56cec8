// `npm run demo`: fills an empty installation with an organisation to look at (people, documents, answers, sixty days of
// usage); `npm run demo -- --remove` takes exactly that away again. Works while the product runs, and alone.
import path from "node:path";
import { parseArgs } from "node:util";
import { reachDatabase } from "./lib/database-access.mjs";
import { readEnvironment } from "./lib/environment.mjs";
import { applySettings } from "./lib/product-modules.mjs";
import { StartError, say, sayFailure, seconds } from "./lib/report.mjs";
import { root } from "./lib/root.mjs";
import { knownSecrets } from "./lib/secrets.mjs";

const { values } = parseArgs({ options: { remove: { type: "boolean" }, "with-later-work": { type: "boolean" } } });

/** The product's modules on this database, with the one job that tasks are begun by. */
async function withProduct(settings, work) {
  const secrets = await knownSecrets(settings);
  if (!secrets?.authSecret)
    throw new StartError("Start the product once with `npm start`; then there are keys to work with.");
  const database = await reachDatabase(settings);
  const { host, connectionString } = database.connection;
  await applySettings({
    DATA_DIR: settings.dataDir,
    ...(connectionString ? { DATABASE_URL: connectionString } : { DATABASE_SOCKET: host }),
    AUTH_SECRET: secrets.authSecret,
    ENCRYPTION_KEY: secrets.encryptionKey,
    LOG_LEVEL: "error",
  });
  const { startJobs, stopJobs } = await import("../lib/jobs/boss.ts");
  const { JOBS } = await import("../lib/generated/background.ts");
  const { closeDatabase } = await import("../db/client.ts");
  const { flushLedger } = await import("../lib/models/ledger.ts");
  const { backgroundIdle } = await import("../lib/background.ts");
  const { closeIdleChildren } = await import("../lib/parsing/pool.ts");
  try {
    await startJobs(JOBS, false);
    return await work();
  } finally {
    closeIdleChildren();
    await backgroundIdle(5000);
    await flushLedger();
    await stopJobs(3000);
    await closeDatabase();
    await database.close();
  }
}

async function fill() {
  const began = performance.now();
  const { fillDemo } = await import("./demo/fill.ts");
  const made = await fillDemo(path.join(root, "scripts/demo"), say);
  const { accounts, departments, people, bases, files, conversations, calls } = made;
  say(
    `Made in ${seconds(began)} s: ${departments} departments, ${people} people, ${bases} knowledge bases, ${files} files, ${conversations} conversations, ${calls} calls.`,
  );
  say("Sign in as (passwords are shown only this once):");
  for (const { account, name, password } of accounts) say(`  ${account.padEnd(14)} ${password}  ${name}`);
  say("Nobody else of it has a password. Take it away again with: npm run demo -- --remove");
}

async function remove() {
  const { removeDemo } = await import("./demo/remove.ts");
  const { people, departments, bases, files, moved } = await removeDemo({
    withLaterWork: values["with-later-work"] ?? false,
  });
  say(
    `Removed: ${people} people, ${departments} departments, ${bases} knowledge bases, ${files} files, and their usage.`,
  );
  if (moved > 0) say(`${moved} other people were in its departments; they are in the top department now.`);
  say("The operation log keeps what was done.");
}

try {
  const settings = await readEnvironment();
  await withProduct(settings, () => (values.remove ? remove() : fill()));
} catch (error) {
  sayFailure(error.constructor.name === "DemoRefused" ? new StartError(error.message) : error);
  process.exitCode = 1;
}
