import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { stateOfDatabase } from "../installation.mjs";
import { openFileStore } from "../product-modules.mjs";
import { StartError, say } from "../report.mjs";
import { COMPLETE, finishRestore, isComplete, PLACE, syncFolder } from "../restore-place.mjs";
import { keepSecrets, knownSecrets } from "../secrets.mjs";
import { lockHolder, takeLock } from "../socket-lock.mjs";
import { filesOf, readHeader, tablesOf, verifyArchive } from "./archive.mjs";
import { countKinds, ensureFile, forgetUnread } from "./files.mjs";
import { checkEmpty, checkMigrations, loadTables } from "./load.mjs";
import { countText, sizeText } from "./progress.mjs";
import { inPages } from "./rows.mjs";
import { checkKey, openSecrets } from "./seal.mjs";
import { connect, openEmbedded } from "./source.mjs";

/** Above what the database's process takes to end when its parent was killed. */
const ORPHAN_MS = 15_000;
const OWN = new Set(["lock", "database.lock", PLACE]);
/** What is left of an installation that has lost its database: its keys stay, and its files are added to. */
const KEPT = /^(secrets\.json|files|backups|run\.json|pg\.damaged.*|\.pg-new|\.backup-work-.*)$/;

/** Puts an archive into an empty data folder or an empty Postgres. Resolves with what was put there. */
export async function restoreArchive(settings, { from, passphrase, folder, signal, progress }) {
  const run = settings.databaseUrl ? intoPostgres : intoFolder;
  return run(settings, {
    from,
    signal,
    progress,
    folder,
    open: (kept) => openArchive(settings, { from, passphrase, folder, signal, progress, kept }),
  });
}

/** The archive, compared with its manifest to the last byte, and the keys it was written with. */
async function openArchive(settings, { from, passphrase, folder, signal, progress, kept }) {
  const header = await readHeader(from);
  checkMigrations(header.migrations, folder);
  const secrets = await findSecrets(settings, header, passphrase, kept);
  await checkKey(secrets.encryptionKey, header.keyCheck);
  progress.step("Checking the archive", 0, 20);
  let bytes = 0;
  const onBytes = (size) => {
    bytes += size;
    progress.at(0, 1, sizeText(bytes));
  };
  const { encryptionKey } = secrets;
  return { archive: await verifyArchive(from, { encryptionKey, signal, onBytes }), secrets };
}

/** Those that are set, that the archive carries, or `kept` in the data folder it came from. */
async function findSecrets({ authSecret, encryptionKey }, { sealedSecrets }, passphrase, kept) {
  if (passphrase && !sealedSecrets) throw new StartError("The archive carries no keys, so no passphrase opens it.");
  const sealed = passphrase ? await openSecrets(sealedSecrets, passphrase) : undefined;
  if (encryptionKey ?? sealed?.encryptionKey) {
    return { authSecret: authSecret ?? sealed?.authSecret, encryptionKey: encryptionKey ?? sealed.encryptionKey };
  }
  if (kept) return kept;
  throw new StartError(
    sealedSecrets
      ? "The archive's keys are locked: give --passphrase (or BACKUP_PASSPHRASE), or set ENCRYPTION_KEY."
      : "The archive carries no keys. Set ENCRYPTION_KEY to the one of its installation (encryptionKey in its secrets.json).",
  );
}

async function intoFolder(settings, { from, open, folder, signal, progress }) {
  const { dataDir } = settings;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = await takeLock(dataDir);
  if (lock.heldBy !== undefined)
    throw new StartError(`The data folder ${dataDir} is in use by the process ${lock.heldBy}.`);
  const place = path.join(dataDir, PLACE);
  try {
    await checkFolder(dataDir);
    const kept = await knownSecrets({ dataDir });
    const { archive, secrets } = await open(kept);
    if (kept && kept.encryptionKey !== secrets.encryptionKey) {
      throw new StartError(
        `secrets.json in ${dataDir} is that of another installation. Move it away, or use another DATA_DIR. Nothing was changed.`,
      );
    }
    await clearPlace(place);
    await mkdir(place, { mode: 0o700 });
    try {
      // Files that are there already are compared and stay; those of the archive come beside them.
      const isThere = existsSync(path.join(dataDir, "files"));
      const store = await openFileStore(isThere ? dataDir : place);
      const onDisk = await putFiles(store, { from, archive, signal, progress });
      const { rows, unread } = await fillEmbedded(place, { from, archive, folder, signal, progress });
      if (!kept) await keepSecrets(path.join(place, "secrets.json"), secrets);
      signal?.throwIfAborted();
      await writeFile(path.join(place, COMPLETE), "");
      await syncFolder(place);
      await finishRestore(dataDir);
      return { rows, unread, ...onDisk, lost: archive.lost };
    } catch (error) {
      if (!isComplete(dataDir)) await rm(place, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await lock.release();
  }
}

/** What a killed restore left; its database may need a moment to notice that it is alone. */
async function clearPlace(place) {
  const until = Date.now() + ORPHAN_MS;
  while ((await lockHolder(place, "database.lock").catch(() => null)) !== null) {
    if (Date.now() > until) throw new StartError(`The database in ${place} is still in use; try again.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await rm(place, { recursive: true, force: true });
}

/**
 * Throws a StartError that names what is there unless the folder is free but for what a killed restore left, or for what
 * remains of an installation without a database.
 */
async function checkFolder(dataDir) {
  const found = (await readdir(dataDir)).filter((name) => !OWN.has(name)).sort();
  if (isComplete(dataDir)) {
    await finishRestore(dataDir);
    throw new StartError(`An earlier restore into ${dataDir} was complete but for its last step, which is done now.`);
  }
  const others = found.filter((name) => !KEPT.test(name) && name !== "pg");
  if (others.length === 0 && (await stateOfDatabase(dataDir)) === "absent") {
    await rm(path.join(dataDir, "pg"), { recursive: true, force: true });
    return;
  }
  throw new StartError(
    `The data folder ${dataDir} is not empty: it holds ${found.slice(0, 5).join(", ")}. Nothing was changed.`,
  );
}

async function fillEmbedded(place, { from, archive, folder, signal, progress }) {
  const database = await openEmbedded(place);
  try {
    const filled = await fill(database.client, { from, archive, folder, signal, progress });
    await database.client.query("commit");
    await database.client.query("analyze");
    return filled;
  } finally {
    await database.close();
  }
}

async function intoPostgres(settings, { from, open, folder, signal, progress }) {
  const client = await connect({ connectionString: settings.databaseUrl });
  try {
    await checkEmpty(client);
    const { archive, secrets } = await open();
    const stored = await putFiles(await openFileStore(settings.dataDir), { from, archive, signal, progress });
    const { rows, unread } = await fill(client, { from, archive, folder, signal, progress });
    await keepForOwner(settings, secrets);
    signal?.throwIfAborted();
    await client.query("commit");
    await client.query("analyze");
    return { rows, unread, ...stored, lost: archive.lost };
  } finally {
    await client.end().catch(() => {});
  }
}

/** The keys came out of the archive, and with a Postgres the product asks for them in its environment. */
async function keepForOwner({ dataDir, encryptionKey }, secrets) {
  if (encryptionKey) return;
  const file = path.join(dataDir, "secrets.json");
  if (existsSync(file)) throw new StartError(`${file} exists; set ENCRYPTION_KEY, or use another DATA_DIR.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await keepSecrets(file, secrets);
  say(`Set AUTH_SECRET and ENCRYPTION_KEY to the values in ${file} before you start the product.`);
}

async function putFiles(store, { from, archive, signal, progress }) {
  progress.step("Storing files", 20, 60);
  await store.sweepTemporary(new Date());
  const known = new Map(archive.files.map((file) => [file.key, file]));
  const total = archive.files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  let bytes = 0;
  for await (const { key, stream } of filesOf(from)) {
    signal?.throwIfAborted();
    const file = known.get(key);
    if (file) {
      await ensureFile(store, file, () => stream);
      done++;
      bytes += file.size;
      progress.at(bytes, total, `${countText(done)} of ${countText(known.size)}, ${sizeText(bytes)}`);
    }
    stream.resume();
  }
  return countKinds(archive.files);
}

/** Leaves the transaction open: the caller commits it as its last step. */
async function fill(client, { from, archive, folder, signal, progress }) {
  progress.step("Writing the database", 60, 100);
  const { tables, migrations } = archive;
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  const expected = new Map(tables.map((table) => [table.name, table]));
  async function* contents() {
    for await (const { name, lines } of tablesOf(from)) yield { name, pages: inPages(lines) };
  }
  await client.query("begin");
  const rows = await loadTables(client, {
    migrations,
    tables,
    contents,
    expected: (name) => expected.get(name),
    folder,
    signal,
    progress: { rows: (rows) => progress.at(rows, total, `${countText(rows)} of ${countText(total)} rows`) },
  });
  // An archive of an older version carries no read documents, and a damaged piece is not in a new one either.
  const unread = await forgetUnread(client, new Set(archive.files.map(({ key }) => key)));
  return { rows, unread };
}
