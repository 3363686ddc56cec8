/** @runs once: migrates an embedded database of its own, step by step. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { v7 } from "uuid";
import { applyMigrations, readMigrations } from "@/db/migrate";
import type { TaskRow } from "@/db/queries/tasks/tasks";
import "@/lib/generated/background";
import { kindOf } from "@/lib/tasks/define";
import { startDatabase } from "@/scripts/lib/database-process.mjs";

const known = readMigrations();
let folder: string;
let database: Awaited<ReturnType<typeof startDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "meridian-upgrade-"));
  database = await startDatabase({ dataDir: folder });
  client = new pg.Client({ host: database.socketDir, user: "postgres", database: "postgres" });
  await client.connect();
}, 60_000);
afterAll(async () => {
  await client.end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Brings the schema to where it was after a migration, in a transaction as a start does. */
async function upgradeTo(last: number): Promise<void> {
  await client.query("begin");
  await applyMigrations(client, known.slice(0, last + 1), known);
  await client.query("commit");
}

async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const all: Record<string, unknown> = { id: v7(), ...row };
  const names = Object.keys(all).map((name) => `"${name}"`);
  const places = names.map((_, index) => `$${index + 1}`);
  await client.query(`insert into ${table} (${names}) values (${places})`, Object.values(all));
  return String(all.id);
}

const tasksOf = async (subject: string) =>
  (await client.query("select * from tasks where subject = $1 order by created_at", [subject])).rows;

it("what every earlier version had under way goes on in the newest", async () => {
  await upgradeTo(19);
  const user = await insert("users", { account: "ada", name: "Ada" });
  const supplier = await insert("suppliers", { name: "s", template: "openai" });
  const model = await insert("models", { name: "m-1", type: "chat" });
  const way = await insert("channels", { model_id: model, supplier_id: supplier, upstream_model: "m" });
  const pricing = {
    owner_id: user,
    owner_account: "ada",
    request: { requestId: "r", address: "::1", userAgent: "u" },
    channel_id: way,
    from_day: "2026-01-01",
    until_day: "2026-02-01",
    total: 10,
  };
  await insert("pricing_runs", {
    ...pricing,
    status: "running",
    checked: 4,
    priced: 3,
    amount_micros: 30,
    cursor_day: "2026-01-02",
    cursor_id: v7(),
  });
  const file = await insert("files", { name: "a.pdf", owner_id: user });
  const document = await insert("documents", { user_id: user, file_id: file });
  const stored = { sha256: "a".repeat(64), size: 1, type: "pdf", storage_key: "k" };
  const version = await insert("file_versions", { file_id: file, ...stored });
  const overview = { document_id: document, version_id: version };
  await insert("document_overviews", { ...overview, locale: "en_US", status: "running", content: { notes: ["one"] } });
  await insert("document_overviews", { ...overview, locale: "zh_CN", status: "done", content: {} });
  const session = await insert("chat_sessions", { user_id: user, title: "t", kind: "document" });
  const column = await insert("document_columns", {
    session_id: session,
    user_id: user,
    question: "who?",
    position: 0,
  });
  await client.query("insert into document_cells (column_id, document_id, status) values ($1, $2, 'waiting')", [
    column,
    document,
  ]);
  const verification = { id: v7(), ownerId: user, ownerName: "ada", status: "running", checked: 5, from: 1, until: 9 };
  await client.query("insert into system_config (type, value) values ('logVerification', $1)", [
    { ...verification, flaw: null, startedAt: new Date().toISOString() },
  ]);

  await upgradeTo(21);
  const [priced] = await tasksOf(way);
  expect(priced).toMatchObject({ status: "waiting", done: 4, total: 10, owner_id: user, title_args: { model: "m-1" } });
  expect(await tasksOf(`${version} en_US`)).toMatchObject([{ kind: "overview", status: "waiting" }]);
  expect(await tasksOf(`${version} zh_CN`)).toEqual([]);
  expect(await tasksOf(column)).toMatchObject([{ kind: "column", status: "waiting", owner_id: user }]);
  expect(await tasksOf("chain")).toMatchObject([{ kind: "logVerification", status: "failed", failure: "interrupted" }]);
  const request = { requestId: "r", address: "", userAgent: "" };
  const imported = { kind: "users", owner_id: user, file_name: "p.csv", total: 7, options: { ignored: [], request } };
  const checking = await insert("import_runs", { ...imported, status: "checking", done: 2 });
  const done = await insert("import_runs", { ...imported, kind: "departments", status: "done" });
  const names = { name_zh: "企业", name_en: "Company", kind: "wecom", issuer: "i" };
  const channel = await insert("login_channels", names);
  const other = await insert("login_channels", { ...names, issuer: "j" });
  const sync = { channel_version: 1, total: 9, done: 3, summary: { starts: 1, "user.add": 9 } };
  const applying = { ...sync, channel_id: channel, trigger: "manual", actor_id: user, status: "applying" };
  const applied = await insert("sync_runs", applying);
  const reading = { ...sync, channel_id: other, trigger: "schedule", status: "reading" };
  const read = await insert("sync_runs", reading);

  const versions: string[] = [];
  const states = ["uploaded", "parsing", "segmenting", "building", "build_failed", "ready", "parsing"];
  for (const [at, status] of states.entries()) {
    const bytes = { ...stored, storage_key: `k${at}`, size: at === 0 ? 1_000_000 : 1 };
    const id = await insert("file_versions", { file_id: file, number: at + 2, ...bytes });
    const failure = status === "build_failed" ? "supplierTimeout" : null;
    await client.query(
      "insert into parsed_versions (version_id, format, status, progress, failure, attempts, lease_id) values ($1, 'txt', $2, 40, $3, 2, $1)",
      [id, status, failure],
    );
    versions.push(id);
  }
  await client.query("update parsed_versions set cancel_requested_at = now() where version_id = $1", [versions[6]]);

  await upgradeTo(57);
  const base = await insert("knowledge_bases", { owner_id: user, name: "Counted", icon: "book", segmentation: {} });
  const counters: [string, Record<string, unknown>][] = [
    ["knowledge_askers", { user_id: user, department_id: user }],
    ["knowledge_questions", { question_key: "who", questions: 2, answered: 1, message_id: file }],
    ["slice_uses", { knowledge_file_id: file, slice_key: "so", hits: 3, cited: 2, likes: 1, dislikes: 0 }],
  ];
  for (const [table, of] of counters) {
    for (const day of ["2026-09-30", "2026-10-01", "2026-10-31"]) {
      const row = { base_id: base, day, ...of };
      const places = Object.keys(row).map((_, at) => `$${at + 1}`);
      await client.query(`insert into ${table} (${Object.keys(row)}) values (${places})`, Object.values(row));
    }
  }

  for (const [day, department_path] of [
    ["2026-09-30", "a/b/"],
    ["2026-10-01", "a/b/"],
    ["2026-10-01", "a/"],
    ["2026-10-31", "a/b/"],
  ]) {
    const row = {
      day,
      user_id: v7(),
      department_id: user,
      app: "chat",
      model_id: model,
      api_key_id: user,
      department_path,
    };
    const figures = { model_name: "m-1", calls: 2, input_tokens: 10 };
    const all = { ...row, ...figures };
    const places = Object.keys(all).map((_, at) => `$${at + 1}`);
    await client.query(`insert into usage_daily (${Object.keys(all)}) values (${places})`, Object.values(all));
  }

  const service = { provider: "brave", baseUrl: "https://search.example", count: 5, language: "zh", safeSearch: "off" };
  await insert("tools", {
    ...{ key: "web_search", enabled: true, settings: service, credential_cipher: "sealed", credential_hint: "6789" },
  });
  await upgradeTo(known.length);
  const paths = "select grain, period::text, key, calls::int, input_tokens::int tokens from usage_totals";
  const { rows: counted } = await client.query(`${paths} where dimension = 'path' order by grain desc, period, key`);
  expect(counted.filter(({ grain }) => grain === "day")).toHaveLength(4);
  expect(counted.filter(({ grain }) => grain === "month").map((row) => Object.values(row).slice(1))).toEqual([
    ["2026-09-01", "a/b/", 2, 10],
    ["2026-10-01", "a/", 2, 10],
    ["2026-10-01", "a/b/", 4, 20],
  ]);
  const months = async (table: string, sums: string) => {
    const from = `from ${table} where base_id = $1 and grain = 'month' group by day order by day`;
    return (await client.query(`select day::text, ${sums} ${from}`, [base])).rows.map((row) => Object.values(row));
  };
  expect(await months("knowledge_askers", "count(*)::int people")).toEqual([
    ["2026-09-01", 1],
    ["2026-10-01", 1],
  ]);
  expect(await months("knowledge_questions", "sum(questions)::int asked, sum(answered)::int answered")).toEqual([
    ["2026-09-01", 2, 1],
    ["2026-10-01", 4, 2],
  ]);
  expect(await months("slice_uses", "sum(hits)::int hits, sum(cited)::int cited, sum(likes)::int likes")).toEqual([
    ["2026-09-01", 3, 2, 1],
    ["2026-10-01", 6, 4, 2],
  ]);
  // The one search service became the first provider, with its key.
  const providers = "select kind, name, base_url, key_cipher, key_hint, enabled from search_providers";
  expect((await client.query(providers)).rows).toEqual([
    {
      ...{ kind: "brave", name: "Brave Search", base_url: "https://search.example", key_cipher: "sealed" },
      ...{ key_hint: "6789", enabled: true },
    },
  ]);
  expect((await client.query("select settings, credential_cipher from tools")).rows).toEqual([
    { settings: { count: 5, language: "zh", safeSearch: "off" }, credential_cipher: null },
  ]);
  const readings = [];
  for (const id of versions) readings.push(await tasksOf(id));
  const steps = readings.map(([task]) => task && `${task.status} ${task.step} ${task.is_quick}`);
  expect(steps).toEqual([
    "waiting null false",
    "waiting read true",
    "waiting segment true",
    "waiting embed true",
    "failed embed true",
    undefined,
    "failed read true",
  ]);
  const href = `/personal/document/document-analysis?doc=${document}`;
  expect(readings[2]).toMatchObject([
    { kind: "reading", owner_id: user, lease_id: null, done: 40, total: 100, title_args: { name: "a.pdf" }, href },
  ]);
  expect(readings[4]).toMatchObject([{ failure: "supplierTimeout" }]);
  const cancelled = "select status, failure from parsed_versions where version_id = $1";
  expect((await client.query(cancelled, [versions[6]])).rows).toEqual([
    { status: "parse_failed", failure: "documentCancelled" },
  ]);
  expect(await tasksOf(checking)).toMatchObject([
    { kind: "importCheck", owner_id: user, origin: { account: "ada", ...request }, total: 7 },
  ]);
  expect(await tasksOf(done)).toEqual([]);
  expect(await tasksOf(applied)).toMatchObject([{ kind: "syncApply", owner_id: user, done: 3, total: 9 }]);
  expect(await tasksOf(read)).toMatchObject([
    { kind: "syncRead", owner_id: null, origin: { account: "" }, title_args: { name: "企业 / Company" } },
  ]);
  // Each is one that its kind can read and go on with.
  const { rows } = await client.query("select * from tasks");
  for (const row of rows) expect(() => kindOf(row.kind).read(row as TaskRow)).not.toThrow();
  const left = await client.query("select options from import_runs union all select summary from sync_runs");
  expect(JSON.stringify(left.rows)).not.toMatch(/starts|request/);
}, 60_000);
