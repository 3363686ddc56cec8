import { openFileStore } from "../product-modules.mjs";
import { StartError } from "../report.mjs";
import { knownSecrets } from "../secrets.mjs";
import { countKinds, ensureFile, forgetUnread, hashOf } from "./files.mjs";
import { checkEmpty, checkMigrations, loadTables } from "./load.mjs";
import { countText, sizeText } from "./progress.mjs";
import { readPages } from "./rows.mjs";
import { checkKey } from "./seal.mjs";
import { connect, openSource } from "./source.mjs";

/**
 * Brings the embedded database into an empty Postgres, and the files into the S3 store when its variables are set. The
 * data folder is only read. Files first: they may stay when the work is cut off, and a second run finds them; the
 * database appears as a whole at the very end.
 */
export async function moveToPostgres(settings, { to, folder, signal, progress }) {
  const secrets = await knownSecrets(settings);
  if (!secrets) throw new StartError("The keys of this installation are neither set nor in its data folder.");
  const target = await connect({ connectionString: to });
  try {
    await checkEmpty(target);
    const source = await openSource({ dataDir: settings.dataDir }, { exclusive: true });
    try {
      checkMigrations(source.migrations, folder);
      await checkKey(secrets.encryptionKey, source.keyCheck);
      const { moved, lost } = await moveFiles(settings.dataDir, source.objects, { signal, progress });
      const rows = await moveRows(source, target, { folder, signal, progress });
      const unread = await forgetUnread(target, new Set(moved.map(({ key }) => key)));
      signal?.throwIfAborted();
      await target.query("commit");
      await target.query("analyze");
      return { rows, tables: source.tables.length, unread, ...countKinds(moved), lost };
    } finally {
      await source.close();
    }
  } finally {
    await target.end().catch(() => {});
  }
}

/** Files whose bytes are not what their rows say are told, and stay as they are. Answers what the target's store holds. */
async function moveFiles(dataDir, objects, { signal, progress }) {
  progress.step(process.env.FILES_S3_ENDPOINT ? "Bringing files" : "Checking files", 0, 60);
  const [store, disk] = [await openFileStore(dataDir), await openFileStore(dataDir, { onDisk: true })];
  if (process.env.FILES_S3_ENDPOINT) await store.sweepTemporary(new Date());
  const total = objects.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const lost = [];
  const moved = [];
  let bytes = 0;
  for (const object of objects) {
    signal?.throwIfAborted();
    const { kind, key, size } = object;
    const here = await hashOf(disk, key);
    const isRight = (hash) => hash !== null && hash === (object.sha256 ?? hash);
    if (isRight(here)) {
      if (process.env.FILES_S3_ENDPOINT) await ensureFile(store, { key, sha256: here }, () => disk.read(key));
      moved.push({ kind, key });
      // An embedded set-up may have kept its files in the bucket all along.
    } else if (isRight(await hashOf(store, key))) moved.push({ kind, key });
    // What reading a file gave is made again.
    else if (kind === "version") lost.push(key);
    bytes += size ?? 0;
    progress.at(bytes, total, `${sizeText(bytes)} of ${sizeText(total)}`);
  }
  return { moved, lost };
}

/** Leaves the transaction of the target open: the caller commits it as its last step. */
async function moveRows(source, target, { folder, signal, progress }) {
  progress.step("Bringing the database", 60, 100);
  const { migrations, tables } = source;
  let done = 0;
  async function* contents() {
    for (const table of tables) {
      yield { name: table.name, pages: readPages(source.client, table) };
      done++;
    }
  }
  const rows = (count) => progress.at(done, tables.length, `${countText(count)} rows`);
  await target.query("begin");
  return loadTables(target, { migrations, tables, contents, folder, signal, progress: { rows } });
}
