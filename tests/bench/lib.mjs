// What the benches share: the supplier's stand-in, a bare Next app, the product on one engine, and the load client.
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { hash } from "@node-rs/argon2";
import pg from "pg";
import { projectNode, root } from "../../scripts/lib/root.mjs";

const run = promisify(execFile);
const here = path.join(root, "tests/bench");
export const PORTS = { mock: 9610, bare: 9611, postgres: 9612, pglite: 9613, database: 9614, other: 9615 };
export const ADMIN = { username: "admin", password: "Admin12345" };
export const work = await mkdtemp(path.join(os.tmpdir(), "bench-"));
const children = [];
const cleanups = [];

export const arg = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};

export function start(file, args, env = {}) {
  const child = spawn(file, args, { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.on("data", (text) => process.env.BENCH_VERBOSE && process.stdout.write(text));
  children.push(child);
  return child;
}

export async function answers(url, seconds = 180) {
  for (let left = seconds * 5; left > 0; left--) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} does not answer`);
}

const childrenOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number),
  );

/** The web process below the start script; the database is measured apart. */
function webPid(pid) {
  const web = childrenOf(pid).find((child) => !readFileSync(`/proc/${child}/cmdline`, "utf8").includes("database.mjs"));
  if (!web) throw new Error("no web process");
  return web;
}

/** The supplier's stand-in; the model's name sets its pace. */
export async function mockSupplier() {
  const child = start(projectNode, [path.join(here, "mock-openai.mjs"), "--port", String(PORTS.mock)]);
  await answers(`http://127.0.0.1:${PORTS.mock}/stats`);
  const url = `http://127.0.0.1:${PORTS.mock}/v1/chat/completions`;
  return { name: "direct", url, pid: child.pid, shape: "openai" };
}

/** A bare Next app whose one route pipes. */
export async function bareNext() {
  const app = path.join(here, "next-reference");
  const next = path.join(root, "node_modules/next/dist/bin/next");
  if (!existsSync(path.join(app, ".next/BUILD_ID"))) await run(projectNode, [next, "build", app], { cwd: root });
  const child = start(projectNode, [next, "start", app, "-p", String(PORTS.bare)], {
    NODE_ENV: "production",
    UPSTREAM: `http://127.0.0.1:${PORTS.mock}/v1`,
  });
  await answers(`http://127.0.0.1:${PORTS.bare}/`);
  return { name: "bare", url: `http://127.0.0.1:${PORTS.bare}/api/pipe`, pid: child.pid, shape: "openai" };
}

/**
 * Starts the product on an engine; `withDatabase` may prepare rows, or measure, told the web process as well. Answers its
 * address, process and what was prepared.
 */
export async function product(engine, model, withDatabase, env = {}) {
  const address = `http://127.0.0.1:${PORTS[engine]}`;
  const dataDir = path.join(work, engine);
  const databaseUrl = engine === "postgres" ? (env.DATABASE_URL ?? (await postgresUrl())) : "";
  const child = start(projectNode, [path.join(root, "scripts/start.mjs")], {
    PORT: String(PORTS[engine]),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: randomBytes(32).toString("hex"),
    ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    OPENAI_BASE_URL: `http://127.0.0.1:${PORTS.mock}/v1`,
    OPENAI_MODEL: model,
    LOG_LEVEL: "warn",
    NODE_ENV: "production",
    ...env,
  });
  await answers(`${address}/api/health`, 400);
  const pid = webPid(child.pid);
  const pool = new pg.Pool(
    databaseUrl
      ? { connectionString: databaseUrl }
      : {
          host: JSON.parse(await readFile(path.join(dataDir, "run.json"), "utf8")).socketDir,
          user: "postgres",
          database: "postgres",
          max: 1,
        },
  );
  // At its end the database goes first; unheard, that would end the bench before it says why it ends.
  pool.on("error", () => undefined);
  // A few people stand for many here: what one may have open at a time is measured elsewhere.
  const most = JSON.stringify({ answersPerPerson: 100, answersPerChat: 10, openCallsPerPerson: 10_000 });
  await pool.query("insert into system_config (type, value) values ('gatewayConfig', $1)", [most]);
  const prepared = await withDatabase(address, pool, pid);
  await pool.end();
  return { name: engine, url: address, pid, prepared };
}

/** People who are staff, signed in: their tokens. */
export async function signedInPeople(address, pool, count) {
  const password = "Bench12345";
  const passwordHash = await hash(password);
  const tokens = [];
  for (let person = 0; person < count; person++) {
    const account = `bench-${person}`;
    await pool.query(
      `with u as (insert into users (id, account, name, password_hash) values (gen_random_uuid(), $1, $1, $2) returning id)
       insert into user_roles (user_id, role_id) select u.id, r.id from u, roles r where r.key = 'staff'`,
      [account, passwordHash],
    );
    const { token } = await post(`${address}/api/token/login-pw`, { username: account, password });
    tokens.push(token);
  }
  return tokens;
}

/** What the web process tells of itself: of its event loop since the last look, milliseconds. */
export async function loopDelay(address) {
  const text = await fetch(`${address}/metrics`).then((response) => response.text());
  const value = (name) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1] ?? Number.NaN) * 1000;
  return { p99: value("nodejs_eventloop_lag_p99_seconds"), max: value("nodejs_eventloop_lag_max_seconds") };
}

export async function post(url, body, token) {
  const headers = { "content-type": "application/json", ...(token ? { authorization: token } : {}) };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (answer.code !== 200) throw new Error(`${url}: ${answer.code} ${answer.message}`);
  return answer.data;
}

let server;

/** Address of the one Postgres of a run. */
export function postgresUrl() {
  server ??= startPostgres();
  return server;
}

async function startPostgres() {
  if (process.env.BENCH_DATABASE_URL) return process.env.BENCH_DATABASE_URL;
  const folder = await mkdtemp("/tmp/pg-");
  await rm(folder, { recursive: true });
  const { stdout } = await run("bash", [
    path.join(root, "scripts/postgres.sh"),
    "start",
    folder,
    String(PORTS.database),
  ]);
  cleanups.push(() => run("bash", [path.join(root, "scripts/postgres.sh"), "stop", folder]));
  return stdout.trim().split("\n").at(-1);
}
/** A database of the server, made where it is missing. */
export async function ownDatabase(name) {
  const url = new URL(await postgresUrl());
  const client = new pg.Client({ connectionString: String(url) });
  await client.connect();
  const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
  if (!rowCount) await client.query(`create database ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return String(url);
}

/** Runs the load client over targets and scenarios; answers its figures. */
export async function load(targets, scenarios, out) {
  const files = { targets: path.join(work, "targets.json"), scenarios: path.join(work, "scenarios.json") };
  await writeFile(files.targets, JSON.stringify(targets));
  await writeFile(files.scenarios, JSON.stringify(scenarios));
  const args = [path.join(here, "load.mjs"), "--targets", files.targets, "--scenarios", files.scenarios, "--out", out];
  await new Promise((resolve, reject) => {
    const client = spawn(projectNode, args, { stdio: "inherit" });
    client.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`load client ended with ${code}`))));
  });
  return JSON.parse(await readFile(out, "utf8"));
}

export const rss = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
export const fixed = (value, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : "-");

/** Ends everything that was started, whatever happened. */
export async function withCleanup(main) {
  try {
    await main();
  } finally {
    for (const child of children) child.kill("SIGTERM");
    await Promise.all(children.map((child) => child.exitCode ?? new Promise((resolve) => child.once("exit", resolve))));
    for (const cleanup of cleanups) await cleanup().catch((error) => console.error(error.message));
    await rm(work, { recursive: true, force: true });
  }
}
