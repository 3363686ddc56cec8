// What the tests of backup, restore and move share: an installation with content, the commands, a look into archives.
import { spawn } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { hash } from "@node-rs/argon2";
import pg from "pg";
import { extract, pack } from "tar-stream";
import { readContents } from "../../scripts/lib/backup/catalog.mjs";
import { signManifest } from "../../scripts/lib/backup/seal.mjs";
import { projectNode, root } from "../../scripts/lib/root.mjs";
import { readRunFile } from "../../scripts/lib/run-file.mjs";
import { readDocuments } from "./kept-documents.mjs";
import { client, signIn } from "./product.mjs";

/** Somebody who is not the administrator. */
export const PERSON = { username: "lin.yue", password: "Mond-2026-Licht" };
const PEOPLE = 300;
const CALLS = 20_000;
const FILE_BYTES = [1, 700, 65_536, 3_000_001, 9_000_000, 9_000_000];
const files = new Map();

/**
 * Runs one of the commands to its end. `kill`: what its output says, or the milliseconds, after which it gets `signal`.
 */
export function runScript(name, args, env, { kill, signal = "SIGKILL" } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(projectNode, [path.join(root, `scripts/${name}.mjs`), ...args], {
      cwd: root,
      env: { ...process.env, AUTH_SECRET: "", ENCRYPTION_KEY: "", BACKUP_PASSPHRASE: "", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let isSent = false;
    const hear = (text) => {
      output += text;
      // Once: a second one while it ends would end it before it has said how.
      if (isSent || typeof kill !== "string" || !output.includes(kill)) return;
      isSent = true;
      child.kill(signal);
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    if (typeof kill === "number") setTimeout(() => child.kill(signal), kill).unref();
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** People of departments, a table that refers to itself, calls over fourteen months, values that are easily lost. */
export async function fillDatabase(dataDir) {
  const { socketDir } = await readRunFile(dataDir);
  const db = new pg.Client({ host: socketDir, user: "postgres", database: "postgres" });
  await db.connect();
  const [top] = (await db.query("select id, path from departments where parent_id is null")).rows;
  const child = randomUUID();
  // The child stands before its parent in the order of ids as often as behind it.
  await db.query("insert into departments (id, parent_id, name, path) values ($1, $2, '研发部 \\ \"R&D\"\n二行', $3)", [
    child,
    top.id,
    `${top.path}${child}/`,
  ]);
  await db.query(
    "insert into users (id, account, name, password_hash, department_id) values ($1, $2, '林月', $3, $4)",
    [randomUUID(), PERSON.username, await hash(PERSON.password), child],
  );
  await db.query(
    `insert into users (id, account, name, department_id, phone) select gen_random_uuid(), 'person-' || n, '员工' || n, $1,
            case when n % 3 = 0 then null else '' end from generate_series(1, ${PEOPLE}) n`,
    [child],
  );
  await db.query(
    `insert into usage_ledger (id, request_id, user_id, department_path, app, model_name, model_type, day, counters, input_tokens,
            output_tokens, outcome, cost_micros, currency, created_at, settled_at, rolled_up)
     select gen_random_uuid(), 'call-' || n, u.id, '/' || $1, 'chat', E'模型\\t' || n, 'chat', current_date - (n % 420),
            jsonb_build_array(jsonb_build_array('user', 'tokens', null, n)), n, n * 2, 'done', 9007199254740993 + n, 'CNY',
            now() - n * interval '1 minute 0.123457 second', now(), true
       from generate_series(1, ${CALLS}) n, (select id from users where account = '${PERSON.username}') u`,
    [child],
  );
  // JSON's own null is not the absence of a value.
  await db.query(
    "insert into config_versions (id, type, version, value) values (gen_random_uuid(), 'test', 1, 'null')",
  );
  await db.end();
}

export async function uploadFiles(url) {
  const { token } = await client().post(`${url}/api/token/login-pw`, PERSON);
  for (const size of FILE_BYTES) {
    const bytes = randomBytes(size);
    const form = new FormData();
    form.set("file", new Blob([bytes]), `资料 ${size}.bin`);
    const response = await fetch(`${url}/api/files`, { method: "POST", headers: { authorization: token }, body: form });
    const { code, data, message } = await response.json();
    if (code !== 200) throw new Error(message);
    files.set(data.id, createHash("sha256").update(bytes).digest("hex"));
  }
}

/** Chats with what was said, every uploaded file's bytes, every document at a citation, as their owners get them. */
export async function readEverything(url) {
  const api = await signIn(url);
  const { items } = await api.get(`${url}/api/chat/sessions`);
  const chats = [];
  for (const { id, title } of items) {
    const { items: messages } = await api.get(`${url}/api/chat/sessions/${id}/messages`);
    chats.push({ id, title, messages: messages.map(({ role, parts, status }) => ({ role, parts, status })) });
  }
  const { token } = await client().post(`${url}/api/token/login-pw`, PERSON);
  const stored = {};
  for (const [id, sha256] of files) {
    const response = await fetch(`${url}/api/files/${id}`, { headers: { authorization: token } });
    const found = createHash("sha256").update(Buffer.from(await response.arrayBuffer()));
    stored[id] = found.digest("hex") === sha256;
  }
  if (!Object.values(stored).every(Boolean)) throw new Error("a file is not what was uploaded");
  return { chats, stored, documents: await readDocuments(api, url) };
}

/** What stands in a database in the product's places. */
export async function databaseContents(url) {
  const db = new pg.Client(url);
  await db.connect();
  const found = await readContents(db);
  await db.end();
  return found;
}

/** The manifest of an archive; with its header also a way to write it out with another one. */
export async function manifestOf(file, { withHeader = false } = {}) {
  const entries = [];
  const tar = extract();
  tar.end(await readFile(file));
  for await (const entry of tar) {
    const parts = [];
    for await (const part of entry) parts.push(part);
    entries.push({ name: entry.header.name, bytes: Buffer.concat(parts) });
  }
  const read = (name) => JSON.parse(entries.find((entry) => entry.name === name).bytes.toString());
  if (!withHeader) return read("manifest.json");
  const rewrite = (to, header) =>
    write(
      to,
      entries.map(({ name, bytes }) => ({ name, bytes: name === "meridian.json" ? JSON.stringify(header) : bytes })),
    );
  /** As a version wrote it that knew of files only: nothing of what reading them gave. */
  const rewriteWithoutParts = (to, encryptionKey) => {
    const manifest = read("manifest.json");
    const parts = new Set(manifest.files.filter(({ kind }) => kind !== "version").map(({ key }) => `files/${key}`));
    const files = manifest.files.filter(({ kind }) => kind === "version").map(({ kind: _, ...file }) => file);
    const text = JSON.stringify({ ...manifest, files });
    const changed = { "manifest.json": text, "manifest.signature": signManifest(text, encryptionKey) };
    const left = entries.filter(({ name }) => !parts.has(name));
    return write(
      to,
      left.map(({ name, bytes }) => ({ name, bytes: changed[name] ?? bytes })),
    );
  };
  const write = async (to, contents) => {
    const out = pack();
    for (const { name, bytes } of contents) out.entry({ name }, bytes);
    out.finalize();
    const parts = [];
    for await (const part of out) parts.push(part);
    await writeFile(to, Buffer.concat(parts));
  };
  return { header: read("meridian.json"), rewrite, rewriteWithoutParts };
}
