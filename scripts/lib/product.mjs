import { mkdir } from "node:fs/promises";
import { startDatabase } from "./database-process.mjs";
import { readEnvironment } from "./environment.mjs";
import { checkInstallation } from "./installation.mjs";
import { ensurePackages } from "./packages.mjs";
import { checkPort } from "./port.mjs";
import { StartError, say, sayFailure, seconds } from "./report.mjs";
import { settleRestore } from "./restore-place.mjs";
import { removeRunFile, writeRunFile } from "./run-file.mjs";
import { takeSecrets } from "./secret-environment.mjs";
import { ensureSecrets } from "./secrets.mjs";
import { takeLock } from "./socket-lock.mjs";
import { ensureBuild } from "./sources-build.mjs";
import { startWeb, webCommand } from "./web-process.mjs";

/**
 * Runs the product until it is told to stop: prepares, starts the database and the web process, and ends them in the
 * opposite order. Ends this process: code 0 when it was asked to, 1 with one clear line when something failed.
 * `web` and `prepare` are replaced by the tests of this process alone.
 */
export async function runProduct({ dev = false, web = webCommand, prepare = prepareSources } = {}) {
  const abort = new AbortController();
  const started = []; // what must be ended, in the order of starting
  let ending = null;

  const stop = (code) => {
    ending ??= end(code);
    return ending;
  };
  async function end(code) {
    abort.abort();
    while (started.length) await started.pop()().catch(sayFailure);
    process.exit(code);
  }
  function fail(error) {
    if (!ending) sayFailure(error);
    return stop(1);
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(0)); // may come twice: terminal and npm
  stopWithNpm(stop);

  try {
    await start({ dev, web, prepare, signal: abort.signal, started, fail });
  } catch (error) {
    await fail(error);
  }
}

async function start({ dev, web, prepare, signal, started, fail }) {
  const began = performance.now();
  await ensurePackages({ withDev: dev, signal });
  const settings = await readEnvironment({ signal });
  // Neither the database nor the builder is told them; the web process gets them through a descriptor of its own.
  const given = takeSecrets();
  await checkPort(settings.port, settings.host);
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 }).catch((error) => {
    throw new StartError(`The data folder ${settings.dataDir} cannot be made (${error.code}).`);
  });
  if (!settings.databaseUrl) started.push(await lockData(settings.dataDir));
  if (!settings.databaseUrl) await settleRestore(settings.dataDir);
  if (!settings.databaseUrl) await checkInstallation(settings.dataDir);
  // Kept secrets say that there is a database: of an embedded one they are made after it.
  let secrets = settings.databaseUrl ? await ensureSecrets(settings) : null;
  if (!dev) await prepare({ signal });
  signal.throwIfAborted();
  const socketDir = settings.databaseUrl ? null : await openDatabase(settings.dataDir, started, fail);
  secrets ??= await ensureSecrets(settings);
  signal.throwIfAborted();

  const env = {
    ...process.env,
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_MANUAL_SIG_HANDLE: "true",
    PORT: String(settings.port),
    HOST: settings.host,
    DATA_DIR: settings.dataDir,
  };
  const handed = { ...given, AUTH_SECRET: secrets.authSecret, ENCRYPTION_KEY: secrets.encryptionKey };
  delete handed.DATABASE_SOCKET;
  if (socketDir) handed.DATABASE_SOCKET = socketDir;

  say("Starting the web process …");
  const process_ = startWeb({
    command: web({ dev, port: settings.port, host: settings.host }),
    env,
    secrets: handed,
    onEnd: (how) => fail(new StartError(`The web process ended (${how}).`)),
  });
  started.push(() => process_.stop());
  sayReady(await process_.ready, settings, began);
}

async function prepareSources({ signal }) {
  await ensureBuild({ signal });
}

async function lockData(dataDir) {
  const lock = await takeLock(dataDir);
  if (lock.heldBy === undefined) return () => lock.release();
  throw new StartError(`The data folder ${dataDir} is in use by the process ${lock.heldBy}.`);
}

async function openDatabase(dataDir, started, fail) {
  say("Opening the database …");
  const onLost = (message) => fail(new StartError(message));
  const database = await startDatabase({ dataDir, onLost });
  started.push(async () => {
    await removeRunFile(dataDir);
    await database.stop();
  });
  await writeRunFile(dataDir, { pid: process.pid, socketDir: database.socketDir });
  return database.socketDir;
}

function sayReady({ firstAdministrator }, { publicUrl, host, port }, began) {
  const shown = ["0.0.0.0", "::"].includes(host) ? "localhost" : host;
  say(`Ready in ${seconds(began)} s: ${publicUrl ?? `http://${shown.includes(":") ? `[${shown}]` : shown}:${port}`}`);
  if (!firstAdministrator) return;
  say(`Administrator: ${firstAdministrator.account}`);
  if (firstAdministrator.password) say(`Password (shown only this once): ${firstAdministrator.password}`);
}

/** npm killed hard cannot pass anything on; without it the product would be left behind with nobody to stop it. */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) stop(0);
  }, 1000);
  timer.unref();
}
