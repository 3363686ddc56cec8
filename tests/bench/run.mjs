// `npm run bench`: what streaming costs here, measured in one run against the supplier itself and a bare Next route.
//   npm run bench [-- --quick] [--engine postgres|pglite|both] [--out result.json]
// Small machines are noisy: quote the ratios. Postgres is a throw-away cluster of scripts/postgres.sh, or BENCH_DATABASE_URL.
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
const arg = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};
const quick = process.argv.includes("--quick");
const engines = { both: ["postgres", "pglite"] }[arg("engine", "both")] ?? [arg("engine")];
const PEOPLE = 20;
const CHATS = 10;
const MODEL = "mock-f50-r30-n90";
const PORTS = { mock: 9610, bare: 9611, postgres: 9612, pglite: 9613, database: 9614 };
const here = path.join(root, "tests/bench");
const work = await mkdtemp(path.join(os.tmpdir(), "bench-"));
const children = [];

function start(file, args, env = {}) {
  const child = spawn(file, args, { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.on("data", (text) => process.env.BENCH_VERBOSE && process.stdout.write(text));
  children.push(child);
  return child;
}

async function answers(url, seconds = 180) {
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

async function bareNext() {
  const app = path.join(here, "next-reference");
  const next = path.join(root, "node_modules/next/dist/bin/next");
  if (!existsSync(path.join(app, ".next/BUILD_ID"))) await run(projectNode, [next, "build", app], { cwd: root });
  const child = start(projectNode, [next, "start", app, "-p", String(PORTS.bare)], {
    NODE_ENV: "production",
    UPSTREAM: `http://127.0.0.1:${PORTS.mock}/v1`,
  });
  await answers(`http://127.0.0.1:${PORTS.bare}/`);
  return child.pid;
}

/** Starts the product, makes people with chats, and signs them in: one target of the load client. */
async function product(engine) {
  const address = `http://127.0.0.1:${PORTS[engine]}`;
  const dataDir = path.join(work, engine);
  const databaseUrl = engine === "postgres" ? await postgresUrl() : "";
  const child = start(projectNode, [path.join(root, "scripts/start.mjs")], {
    PORT: String(PORTS[engine]),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: randomBytes(32).toString("hex"),
    ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    ADMIN_USERNAME: "admin",
    ADMIN_PASSWORD: "Admin12345",
    OPENAI_BASE_URL: `http://127.0.0.1:${PORTS.mock}/v1`,
    OPENAI_MODEL: MODEL,
    LOG_LEVEL: "warn",
    NODE_ENV: "production",
  });
  await answers(`${address}/api/health`, 400);
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
  const pool200 = await people(address, pool);
  await pool.end();
  return { name: engine, url: address, pid: webPid(child.pid), shape: "answer", pool: pool200 };
}

async function people(address, pool) {
  const password = "Bench12345";
  const passwordHash = await hash(password);
  const targets = [];
  for (let person = 0; person < PEOPLE; person++) {
    const account = `bench-${person}`;
    await pool.query(
      `with u as (insert into users (id, account, name, password_hash) values (gen_random_uuid(), $1, $1, $2) returning id)
       insert into user_roles (user_id, role_id) select u.id, r.id from u, roles r where r.key = 'staff'`,
      [account, passwordHash],
    );
    const { token } = await post(`${address}/api/token/login-pw`, { username: account, password });
    for (let chat = 0; chat < CHATS; chat++) {
      const { id } = await post(`${address}/api/chat/sessions`, {}, token);
      targets.push({ url: `${address}/api/chat/sessions/${id}/answer`, headers: { authorization: token } });
    }
  }
  return targets;
}

async function post(url, body, token) {
  const headers = { "content-type": "application/json", ...(token ? { authorization: token } : {}) };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (answer.code !== 200) throw new Error(`${url}: ${answer.code} ${answer.message}`);
  return answer.data;
}

async function postgresUrl() {
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
const cleanups = [];

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function timed(url, init, rounds = 40) {
  const times = [];
  for (let round = -5; round < rounds; round++) {
    const started = performance.now();
    const response = await fetch(url, init);
    await response.arrayBuffer();
    if (round >= 0) times.push(performance.now() - started);
  }
  return median(times);
}

/** Warm pages, and the time of a refused login for a known and an unknown account. */
async function pages(target) {
  const response = await fetch(`${target.url}/api/token/login-pw`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: "Admin12345" }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const rows = {};
  for (const page of ["/login", "/personal/chat", "/system/system-manage/model-access"]) {
    rows[page] = await timed(`${target.url}${page}`, page === "/login" ? {} : { headers: { cookie } });
  }
  return rows;
}

async function loopDelay(target) {
  const text = await fetch(`${target.url}/metrics`).then((response) => response.text());
  const value = (name) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1] ?? Number.NaN) * 1000;
  return { p99: value("nodejs_eventloop_lag_p99_seconds"), max: value("nodejs_eventloop_lag_max_seconds") };
}

const rss = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

async function main() {
  const mock = start(projectNode, [path.join(here, "mock-openai.mjs"), "--port", String(PORTS.mock)]);
  await answers(`http://127.0.0.1:${PORTS.mock}/stats`);
  const direct = {
    name: "direct",
    url: `http://127.0.0.1:${PORTS.mock}/v1/chat/completions`,
    pid: mock.pid,
    shape: "openai",
  };
  const bare = { name: "bare", url: `http://127.0.0.1:${PORTS.bare}/api/pipe`, pid: await bareNext(), shape: "openai" };
  const ours = [];
  for (const engine of engines) ours.push(await product(engine));
  const targets = path.join(work, "targets.json");
  const scenarios = path.join(work, "scenarios.json");
  const out = arg("out", path.join(work, "result.json"));
  const rounds = quick ? 2 : 5;
  await writeFile(targets, JSON.stringify([direct, bare, ...ours]));
  const scenario = (concurrency, requests) => ({
    name: `c${concurrency}`,
    concurrency,
    requests,
    model: MODEL,
    rounds,
  });
  const list = [scenario(1, quick ? 2 : 5), scenario(32, 64), scenario(200, quick ? 200 : 400)];
  await writeFile(scenarios, JSON.stringify(list));
  const report = { pages: {}, loop: {}, memory: {} };
  for (const target of ours) report.pages[target.name] = await pages(target);
  for (const target of ours) await loopDelay(target);
  const before = Object.fromEntries(ours.map((target) => [target.name, rss(target.pid)]));
  await new Promise((resolve, reject) => {
    const load = spawn(
      projectNode,
      [path.join(here, "load.mjs"), "--targets", targets, "--scenarios", scenarios, "--out", out],
      {
        stdio: "inherit",
      },
    );
    load.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`load client ended with ${code}`))));
  });
  for (const target of ours) {
    report.loop[target.name] = await loopDelay(target);
    report.memory[target.name] = { before: before[target.name], after: rss(target.pid) };
  }
  summary(JSON.parse(await readFile(out, "utf8")), report);
}

function summary(result, report) {
  const fixed = (value, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : "-");
  console.log("\n## Against the goals\n");
  console.log(
    "| engine | streams | first token / bare (<= 1.6) | total / direct (<= 1.06) | CPU / bare (<= 3) | gap p95 ms (< 250) | failed |",
  );
  console.log(`|---|${"--:|".repeat(6)}`);
  for (const { targets, scenario } of Object.values(result)) {
    for (const engine of engines) {
      const [row, bare] = [targets[engine], targets.bare];
      const cells = [row.ttft50 / bare.ttft50, row.relTot50, row.cpuPer1000 / bare.cpuPer1000].map((value) =>
        fixed(value),
      );
      console.log(
        `| ${engine} | ${scenario.concurrency} | ${cells.join(" | ")} | ${fixed(row.gap95, 0)} | ${row.bad} |`,
      );
    }
  }
  for (const engine of engines) {
    const { p99, max } = report.loop[engine];
    const { before, after } = report.memory[engine];
    console.log(
      `\n${engine}: event loop p99 ${fixed(p99, 1)} ms, at most ${fixed(max, 1)} ms; memory ${fixed(before, 0)} -> ${fixed(after, 0)} MiB`,
    );
    for (const [page, time] of Object.entries(report.pages[engine]))
      console.log(`  ${page} ${fixed(time, 1)} ms median`);
  }
}

try {
  await main();
} finally {
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(children.map((child) => child.exitCode ?? new Promise((resolve) => child.once("exit", resolve))));
  for (const cleanup of cleanups) await cleanup().catch((error) => console.error(error.message));
  await rm(work, { recursive: true, force: true });
}
