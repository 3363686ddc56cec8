import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished, pipeline } from "node:stream/promises";
import { pack } from "tar-stream";
import { openFileStore } from "../product-modules.mjs";
import { StartError } from "../report.mjs";
import { syncFolder } from "../restore-place.mjs";
import { root } from "../root.mjs";
import { knownSecrets } from "../secrets.mjs";
import { FORMAT, fileEntry, HEADER, MANIFEST, SIGNATURE, tableEntry } from "./archive.mjs";
import { countKinds, isMissing } from "./files.mjs";
import { countText, sizeText } from "./progress.mjs";
import { RowDigest, readPages } from "./rows.mjs";
import { checkKey, sealSecrets, signManifest } from "./seal.mjs";
import { openSource } from "./source.mjs";
import { makeWorkFolder } from "./work-folder.mjs";

const ZEROS = Buffer.alloc(64 * 1024);

/**
 * Writes everything an installation holds into the new archive `to`. It appears there when it is complete; whatever
 * ends the work before leaves nothing of that name. Resolves with what it holds.
 */
export async function createBackup(settings, { to, passphrase, signal, progress }) {
  if (existsSync(to)) throw new StartError(`${to} exists already; it is not overwritten.`);
  const secrets = await knownSecrets(settings);
  if (!secrets) throw new StartError("Set ENCRYPTION_KEY: the archive is signed with it.");
  const work = await makeWorkFolder(path.dirname(to));
  try {
    const source = await openSource(settings);
    let tables;
    try {
      await checkKey(secrets.encryptionKey, source.keyCheck);
      tables = await spoolTables(source, { folder: work.folder, signal, progress });
    } finally {
      await source.close();
    }
    const header = {
      format: FORMAT,
      version: JSON.parse(await readFile(path.join(root, "package.json"), "utf8")).version,
      createdAt: new Date().toISOString(),
      migrations: source.migrations,
      keyCheck: source.keyCheck,
      sealedSecrets: passphrase ? await sealSecrets(secrets, passphrase) : null,
    };
    const store = await openFileStore(settings.dataDir);
    const part = path.join(work.folder, "archive");
    const { encryptionKey } = secrets;
    const contents = { header, tables, objects: source.objects, folder: work.folder };
    const result = await writeArchive(part, { ...contents, store, encryptionKey, signal, progress });
    signal?.throwIfAborted();
    await rename(part, to);
    await syncFolder(path.dirname(to));
    return result;
  } finally {
    await work.remove();
  }
}

/** Rows of every table into a file of their own, so that their size is known and the database is soon let go. */
async function spoolTables({ client, tables }, { folder, signal, progress }) {
  progress.step("Reading the database", 0, 30);
  const done = [];
  let rows = 0;
  for (const table of tables) {
    const digest = new RowDigest();
    const hash = createHash("sha256");
    const out = createWriteStream(path.join(folder, table.name), { mode: 0o600 });
    const failed = once(out, "error").then(([error]) => Promise.reject(error));
    failed.catch(() => {});
    let size = 0;
    for await (const lines of readPages(client, table)) {
      signal?.throwIfAborted();
      for (const line of lines) digest.add(line);
      const bytes = Buffer.from(`${lines.join("\n")}\n`);
      hash.update(bytes);
      size += bytes.length;
      rows += lines.length;
      if (!out.write(bytes)) await Promise.race([once(out, "drain"), failed]);
      progress.at(done.length, tables.length, `${countText(rows)} rows`);
    }
    out.end();
    await finished(out);
    done.push({ ...table, rows: digest.rows, digest: digest.text, sha256: hash.digest("hex"), size });
  }
  return done;
}

async function writeArchive(part, { header, tables, objects, folder, store, encryptionKey, signal, progress }) {
  const tar = pack();
  const written = pipeline(tar, createWriteStream(part, { flags: "wx", mode: 0o600, flush: true }), { signal });
  const fill = async () => {
    const headerText = JSON.stringify(header);
    await addText(tar, HEADER, headerText);
    for (const { name, size } of tables) {
      await pipeline(createReadStream(path.join(folder, name)), tar.entry({ name: tableEntry(name), size }), {
        signal,
      });
    }
    const { kept, lost } = await addFiles(tar, { objects, store, signal, progress });
    const manifest = JSON.stringify({
      header: createHash("sha256").update(headerText).digest("hex"),
      tables,
      files: kept,
      lost,
    });
    await addText(tar, MANIFEST, manifest);
    await addText(tar, SIGNATURE, signManifest(manifest, encryptionKey));
    tar.finalize();
    return { kept, lost };
  };
  const filled = fill().catch((error) => {
    tar.destroy(error);
    throw error;
  });
  const [filling, writing] = await Promise.allSettled([filled, written]);
  // When the disk is full both fail, and only the writer says why.
  if (writing.status === "rejected") throw writing.reason;
  if (filling.status === "rejected") throw filling.reason;
  const { kept, lost } = filling.value;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { rows, tables: tables.length, ...countKinds(kept), fileBytes: sum(kept), lost, ...(await hashFile(part)) };
}

const sum = (objects) => objects.reduce((bytes, { size }) => bytes + (size ?? 0), 0);

function addText(tar, name, text) {
  return new Promise((resolve, reject) => {
    tar.entry({ name }, text, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Adds what lies in the file store. A file that is missing or not what its row says is told in the list and stops nothing;
 * what reading it gave is made again where it is missing.
 */
async function addFiles(tar, { objects, store, signal, progress }) {
  progress.step("Adding files", 30, 100);
  const kept = [];
  const lost = [];
  const total = sum(objects);
  let bytes = 0;
  for (const object of objects) {
    signal?.throwIfAborted();
    const found = await store.read(object.key).catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    });
    const added = found && (await addObject(tar, object, found, signal));
    if (added) kept.push(added);
    else if (object.kind === "version") lost.push(object.key);
    bytes += object.size ?? added?.size ?? 0;
    progress.at(bytes, total, `${countText(kept.length)} of ${countText(objects.length)}, ${sizeText(bytes)}`);
  }
  return { kept, lost };
}

/** Null when the bytes are not those the row tells of. */
async function addObject(tar, { kind, key, sha256, size }, found, signal) {
  const hash = createHash("sha256");
  if (size === null) {
    // A row that does not know: a piece of some thousand words, or a picture.
    const bytes = await buffer(found);
    await addText(tar, fileEntry(key), bytes);
    return { kind, key, sha256: hash.update(bytes).digest("hex"), size: bytes.length };
  }
  await pipeline(found, exactly(size, hash), tar.entry({ name: fileEntry(key), size }), { signal });
  return hash.digest("hex") === sha256 ? { kind, key, sha256, size } : null;
}

/** Hashes what passes and hands on as many bytes as were announced, which a tar cannot do without. */
function exactly(size, hash) {
  let left = size;
  return new Transform({
    transform(bytes, _encoding, done) {
      hash.update(bytes);
      const part = bytes.subarray(0, left);
      left -= part.length;
      done(null, part.length > 0 ? part : undefined);
    },
    flush(done) {
      for (; left > 0; left -= Math.min(left, ZEROS.length)) this.push(ZEROS.subarray(0, left));
      done();
    },
  });
}

async function hashFile(file) {
  const hash = createHash("sha256");
  let size = 0;
  for await (const bytes of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    hash.update(bytes);
    size += bytes.length;
  }
  return { size, sha256: hash.digest("hex") };
}
