// Backup, restore and move with the real product, its commands as processes of their own, killed where it hurts.
// The moves need TEST_DATABASE_URL (a Postgres with pgvector whose user may make databases). `npm run test:faults`
import assert from "node:assert/strict";
import { copyFile, cp, mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import pg from "pg";
import { readMigrations } from "../../db/migrate.ts";
import { createProgress } from "../../scripts/lib/backup/progress.mjs";
import { restoreArchive } from "../../scripts/lib/backup/restore.mjs";
import { openEmbedded } from "../../scripts/lib/backup/source.mjs";
import { root } from "../../scripts/lib/root.mjs";
import { startS3Server } from "../fakes/s3-server.mjs";
import { documentsRead, makeDocuments, readDocuments } from "./kept-documents.mjs";
import {
  databaseContents,
  fillDatabase,
  manifestOf,
  PERSON,
  readEverything,
  runScript,
  uploadFiles,
} from "./operations.mjs";
import { client, signIn, startProduct, until } from "./product.mjs";

const PASSPHRASE = "a long sentence of one's own";
const DATABASE_URL = process.env.TEST_DATABASE_URL;
const skip = DATABASE_URL ? false : "TEST_DATABASE_URL is not set";
let work;
let source;
/** What the installation holds, as its people see it. */
let wanted;
/** Row digests of every table of the stopped installation. */
let digests;
let archive;

const folder = (name) => path.join(work, name);
const embedded = (name) => ({ DATA_DIR: folder(name), DATABASE_URL: "" });
const digestsOf = async (file) => Object.fromEntries((await manifestOf(file)).tables.map((t) => [t.name, t.digest]));

before(async () => {
  work = await mkdtemp(path.join(os.tmpdir(), "backup-"));
  source = embedded("source");
  const product = await startProduct(source);
  const api = await signIn(product.url);
  await fillDatabase(folder("source"));
  await uploadFiles(product.url);
  await makeDocuments(api, product.url);
  const { id } = await api.post(`${product.url}/api/chat/sessions`);
  const question = { text: "What is kept? 备份里有什么？", modelId: "builtin-extractive" };
  await (await api.ask(`${product.url}/api/chat/sessions/${id}/answer`, question)).done;

  // While people work: the archive is whole, and nobody waits for long.
  const running = await runScript("backup", ["--to", folder("running.tar")], source);
  assert.equal(running.code, 0, running.output);
  assert.match(running.output, /everybody waited for \d+ ms/);
  wanted = await readEverything(product.url);
  await product.stop();

  archive = folder("stopped.tar");
  const done = await runScript("backup", ["--to", archive, "--passphrase", PASSPHRASE], source);
  assert.equal(done.code, 0, done.output);
  digests = await digestsOf(archive);
});
after(() => rm(work, { recursive: true, force: true }));

/** The people, chats, files and calls of the source are all in the product that runs with this environment. */
async function assertSame(env) {
  const product = await startProduct(env);
  try {
    await client().post(`${product.url}/api/token/login-pw`, PERSON);
    assert.deepEqual(await readEverything(product.url), wanted);
  } finally {
    await product.stop();
  }
}

const leftovers = async (name) =>
  (await readdir(folder(name))).filter((entry) => /^\.(restoring|backup-work)/.test(entry));

test("an archive restores into an empty folder: same people, chats, files, every row", async () => {
  const done = await runScript("restore", ["--from", archive, "--passphrase", PASSPHRASE], embedded("restored"));
  assert.equal(done.code, 0, done.output);
  const again = await runScript(
    "backup",
    ["--to", folder("again.tar"), "--passphrase", PASSPHRASE],
    embedded("restored"),
  );
  assert.equal(again.code, 0, again.output);
  assert.deepEqual(await digestsOf(folder("again.tar")), digests);
  await assertSame(embedded("restored"));
  assert.deepEqual(kindsOf(await manifestOf(folder("again.tar"))), kindsOf(await manifestOf(archive)));
  assert.deepEqual(Object.keys(kindsOf(await manifestOf(archive))).sort(), ["picture", "piece", "version"]);
  const mode = (await stat(archive)).mode & 0o777;
  assert.equal(mode, 0o600);
});

test("an installation that has lost its database is refused by a start, and restored in place with its own keys", async () => {
  const env = embedded("restored");
  await rm(folder("restored/pg"), { recursive: true });
  await assert.rejects(startProduct(env), /did not start/);
  const done = await runScript("restore", ["--from", archive], env);
  assert.equal(done.code, 0, done.output);
  await assertSame(env);
});

/** How many objects of each kind an archive carries. */
const kindsOf = ({ files }) =>
  Object.fromEntries([...Map.groupBy(files, ({ kind }) => kind)].map(([kind, some]) => [kind, some.length]));

test("an archive without read documents, as older versions wrote it, restores; they are read again", async () => {
  const { encryptionKey } = JSON.parse(await readFile(folder("source/secrets.json"), "utf8"));
  const { rewriteWithoutParts } = await manifestOf(archive, { withHeader: true });
  await rewriteWithoutParts(folder("older.tar"), encryptionKey);
  const env = { ...embedded("older"), ENCRYPTION_KEY: encryptionKey };
  const done = await runScript("restore", ["--from", folder("older.tar")], env);
  assert.equal(done.code, 0, done.output);
  assert.match(done.output, /2 documents are read again after the start/);
  const product = await startProduct(embedded("older"));
  try {
    const api = await signIn(product.url);
    await documentsRead(api, product.url);
    const text = ({ name, text, pictures }) => ({ name, text, pictures });
    assert.deepEqual((await readDocuments(api, product.url)).map(text), wanted.documents.map(text));
  } finally {
    await product.stop();
  }
});

test("an archive of a running product, without keys, restores with the key alone", async () => {
  const from = folder("running.tar");
  const without = await runScript("restore", ["--from", from], embedded("keyless"));
  assert.equal(without.code, 1);
  assert.match(without.output, /carries no keys. Set ENCRYPTION_KEY/);
  const wrong = await runScript("restore", ["--from", from], {
    ...embedded("keyless"),
    ENCRYPTION_KEY: "x".repeat(40),
  });
  assert.match(wrong.output, /not the one this data was encrypted with/);
  assert.deepEqual(await readdir(folder("keyless")), []);
  const { encryptionKey } = JSON.parse(await readFile(folder("source/secrets.json"), "utf8"));
  assert.ok(!(await readFile(from)).includes(encryptionKey));
  const right = await runScript("restore", ["--from", from], { ...embedded("keyless"), ENCRYPTION_KEY: encryptionKey });
  assert.equal(right.code, 0, right.output);
  const kept = JSON.parse(await readFile(folder("keyless/secrets.json"), "utf8"));
  assert.equal(kept.encryptionKey, encryptionKey);
});

test("wrong passphrases, taken targets and a running product are refused, and nothing is touched", async () => {
  const restore = (args, env) => runScript("restore", ["--from", archive, ...args], env);
  const wrong = await restore(["--passphrase", "another long sentence"], embedded("refused"));
  assert.equal(wrong.code, 1);
  assert.match(wrong.output, /passphrase does not open/);
  assert.deepEqual(await readdir(folder("refused")), []);
  const taken = await restore(["--passphrase", PASSPHRASE], source);
  assert.equal(taken.code, 1);
  assert.match(taken.output, /is not empty: it holds .*pg/);
  const same = await runScript("backup", ["--to", archive], source);
  assert.match(same.output, /exists already; it is not overwritten/);
  const short = await runScript("backup", ["--to", folder("short.tar"), "--passphrase", "short"], source);
  assert.match(short.output, /at least 12 characters/);
});

test("a byte changed anywhere, or an end cut off, is found before anything is put in place", async () => {
  const { size } = await stat(archive);
  const largest = (await manifestOf(archive)).files.toSorted((a, b) => b.size - a.size)[0];
  const places = {
    header: 700,
    table: await offsetOf("tables/users.ndjson"),
    file: await offsetOf(`files/${largest.key}`),
    list: size - 4000,
  };
  for (const [name, at] of Object.entries(places)) {
    const copy = folder(`${name}.tar`);
    await copyFile(archive, copy);
    const handle = await open(copy, "r+");
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, at);
    byte[0] ^= 1;
    await handle.write(byte, 0, 1, at);
    await handle.close();
    const done = await runScript("restore", ["--from", copy, "--passphrase", PASSPHRASE], embedded("tampered"));
    assert.equal(done.code, 1, `${name}: ${done.output}`);
    assert.deepEqual(await readdir(folder("tampered")), [], name);
    await rm(copy);
  }
  const cut = folder("cut.tar");
  await copyFile(archive, cut);
  await truncate(cut, Math.floor(size / 2));
  const done = await runScript("restore", ["--from", cut, "--passphrase", PASSPHRASE], embedded("tampered"));
  assert.equal(done.code, 1, done.output);
  assert.match(done.output, /archive is damaged/);
  assert.deepEqual(await readdir(folder("tampered")), []);
});

/** Where the bytes of the first entry with this name begin. */
async function offsetOf(name) {
  const bytes = await readFile(archive);
  return bytes.indexOf(`${name}`) + 512 + 20;
}

test("a backup from the console is whole; one whose server is killed is made after the next start", async () => {
  const env = embedded("restored");
  const first = await startProduct(env);
  let api = await signIn(first.url);
  const base = `${first.url}/api/admin/backups`;
  await api.patch(`${base}/settings`, { enabled: true, hour: 3, keep: 2, passphrase: PASSPHRASE });
  const { id } = await api.post(base);
  const ended = await until(async () => {
    const { items } = await api.get(base);
    return items.find((item) => item.id === id && item.status !== "running");
  }, 60_000);
  assert.equal(ended.status, "done");
  const response = await fetch(`${base}/${id}/download`, { headers: { authorization: api.token } });
  await writeFile(folder("console.tar"), Buffer.from(await response.arrayBuffer()));
  const cut = await api.post(base);
  await first.kill();

  const second = await startProduct(env);
  api = await signIn(second.url);
  const again = await until(async () => {
    const { items } = await api.get(`${second.url}/api/admin/backups`);
    return items.find((item) => item.id === cut.id && item.status !== "running");
  }, 60_000);
  assert.equal(again.status, "done");
  await second.stop();
  assert.equal((await readdir(folder("restored/backups"))).filter((name) => name.endsWith(".tar")).length, 2);
  const args = ["--from", folder("console.tar"), "--passphrase", PASSPHRASE];
  const done = await runScript("restore", args, embedded("console"));
  assert.equal(done.code, 0, done.output);
});

test("kill -9 and Ctrl-C in a backup leave no archive; the next one is whole", async () => {
  const to = folder("killed.tar");
  for (const at of ["Reading the database", "Adding files", 700]) {
    await runScript("backup", ["--to", to], source, { kill: at });
    assert.ok(!(await readdir(work)).includes("killed.tar"), `killed at ${at}`);
  }
  const stopped = await runScript("backup", ["--to", to], source, { kill: "Adding files", signal: "SIGINT" });
  assert.equal(stopped.code, 130, stopped.output);
  assert.deepEqual(await leftovers("."), []);
  const done = await runScript("backup", ["--to", to], source);
  assert.equal(done.code, 0, done.output);
  assert.deepEqual(await digestsOf(to), digests);
  assert.deepEqual(await leftovers("."), []);
  assert.deepEqual(await leftovers("source"), []);
});

test("kill -9 in a restore leaves a folder that no product starts on; the next one is whole", async () => {
  const args = ["--from", archive, "--passphrase", PASSPHRASE];
  const env = embedded("killed");
  for (const at of ["Storing files", "Writing the database"]) {
    await runScript("restore", args, env, { kill: at });
    assert.deepEqual(
      (await readdir(folder("killed"))).filter((name) => ["pg", "files", "secrets.json"].includes(name)),
      [],
    );
  }
  await assert.rejects(startProduct(env), /did not start/);
  const stopped = await runScript("restore", args, env, { kill: "Writing the database", signal: "SIGINT" });
  assert.equal(stopped.code, 130, stopped.output);
  assert.deepEqual(await leftovers("killed"), []);
  const done = await runScript("restore", args, env);
  assert.equal(done.code, 0, done.output);
  assert.deepEqual(
    (await readdir(folder("killed"))).filter((name) => name.startsWith(".")),
    [],
  );
  const again = await runScript("backup", ["--to", folder("after-kill.tar")], env);
  assert.equal(again.code, 0, again.output);
  assert.deepEqual(await digestsOf(folder("after-kill.tar")), digests);
});

test("move to Postgres and S3, killed on the way: everything is there, the source untouched", { skip }, async (t) => {
  const s3 = await startS3Server();
  t.after(() => s3.close());
  const url = await freshDatabase("moved");
  const bucket = {
    FILES_S3_ENDPOINT: s3.url,
    FILES_S3_BUCKET: "moved",
    FILES_S3_ACCESS_KEY: "key",
    FILES_S3_SECRET_KEY: "secret-of-the-bucket",
  };
  const env = { ...source, ...bucket };
  for (const at of ["Bringing files", "Bringing the database"]) {
    await runScript("move", ["--database", url], env, { kill: at });
    assert.deepEqual(await databaseContents(url), [], `killed at ${at}`);
  }
  const done = await runScript("move", ["--database", url], env);
  assert.equal(done.code, 0, done.output);
  const taken = await runScript("move", ["--database", url], env);
  assert.match(taken.output, /database is not empty: it holds drizzle/);
  const { authSecret, encryptionKey } = JSON.parse(await readFile(folder("source/secrets.json"), "utf8"));
  const secrets = { AUTH_SECRET: authSecret, ENCRYPTION_KEY: encryptionKey };
  const moved = { DATA_DIR: folder("moved"), DATABASE_URL: url, ...secrets, ...bucket };
  const backup = await runScript("backup", ["--to", folder("moved.tar")], moved);
  assert.equal(backup.code, 0, backup.output);
  assert.deepEqual(await digestsOf(folder("moved.tar")), digests);
  await assertSame(moved);
  const after_ = await runScript("backup", ["--to", folder("source-after.tar")], source);
  assert.equal(after_.code, 0, after_.output);
  assert.deepEqual(await digestsOf(folder("source-after.tar")), digests);
});

test("an archive restores into an empty Postgres, killed on the way", { skip }, async () => {
  const url = await freshDatabase("restored");
  const env = { DATA_DIR: folder("postgres"), DATABASE_URL: url };
  const args = ["--from", archive, "--passphrase", PASSPHRASE];
  await runScript("restore", args, env, { kill: "Writing the database" });
  assert.deepEqual(await databaseContents(url), []);
  const done = await runScript("restore", args, env);
  assert.equal(done.code, 0, done.output);
  assert.match(done.output, /Set AUTH_SECRET and ENCRYPTION_KEY to the values in/);
  const { authSecret, encryptionKey } = JSON.parse(await readFile(folder("postgres/secrets.json"), "utf8"));
  const secrets = { AUTH_SECRET: authSecret, ENCRYPTION_KEY: encryptionKey };
  const again = await runScript("backup", ["--to", folder("postgres.tar")], { ...env, ...secrets });
  assert.equal(again.code, 0, again.output);
  assert.deepEqual(await digestsOf(folder("postgres.tar")), digests);
});

/** An empty database of its own on the given server, with the extension that only a superuser can make. */
async function freshDatabase(name) {
  const full = `ops_${name}_${process.pid}`;
  const server = new pg.Client(DATABASE_URL);
  await server.connect();
  await server.query(`create database ${full}`);
  await server.end();
  const url = new URL(DATABASE_URL);
  url.pathname = `/${full}`;
  after(async () => {
    const last = new pg.Client(DATABASE_URL);
    await last.connect();
    await last.query(`drop database if exists ${full} with (force)`);
    await last.end();
  });
  return url.href;
}

test("an archive of an older schema is restored as it was, then brought up to date", async () => {
  const newer = folder("migrations");
  await cp(path.join(root, "db/migrations"), newer, { recursive: true });
  const journal = JSON.parse(await readFile(path.join(newer, "meta/_journal.json"), "utf8"));
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "9999_later" });
  await writeFile(path.join(newer, "meta/_journal.json"), JSON.stringify(journal));
  await writeFile(
    path.join(newer, "9999_later.sql"),
    "alter table users add column name_length int;--> statement-breakpoint\nupdate users set name_length = length(name);",
  );
  const settings = { dataDir: folder("updated") };
  const progress = createProgress();
  await restoreArchive(settings, { from: archive, passphrase: PASSPHRASE, folder: newer, progress });
  const database = await openEmbedded(folder("updated"));
  try {
    const { rows } = await database.client.query("select name_length from users where account = $1", [PERSON.username]);
    assert.deepEqual(rows, [{ name_length: 2 }]);
  } finally {
    await database.close();
  }
});

test("an archive of an unknown schema is refused", async () => {
  assert.ok(readMigrations().length > 5);
  const { header, rewrite } = await manifestOf(archive, { withHeader: true });
  const copy = folder("newer.tar");
  await rewrite(copy, { ...header, migrations: [...header.migrations, "f".repeat(64)] });
  const done = await runScript("restore", ["--from", copy, "--passphrase", PASSPHRASE], embedded("newer"));
  assert.equal(done.code, 1);
  assert.match(done.output, /newer version of this product/);
  await mkdir(folder("newer"), { recursive: true });
  assert.deepEqual(await readdir(folder("newer")), []);
});
