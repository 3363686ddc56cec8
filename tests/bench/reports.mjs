// `npm run bench:reports`: how long reports take over a year of made-up model calls.
//   npm run bench:reports -- --engine pglite|postgres [--rows 1000000] [--users 2000] [--departments 60] [--part tree]
// `--part tree`: 50,000 people in 2,000 departments; what is asked of the whole organisation over a year.
// `--rows 0` measures what BENCH_DATABASE_URL holds already.
// Postgres is a throw-away cluster of scripts/postgres.sh, or BENCH_DATABASE_URL. Needs a build (`npm run build`).
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { root } from "../../scripts/lib/root.mjs";
import { ADMIN, freePort, startProduct } from "../faults/product.mjs";
import { seedUsage } from "./seed-usage.mjs";

const arg = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};
const engine = arg("engine", "pglite");
const rows = Number(arg("rows", engine === "postgres" ? 10_000_000 : 1_000_000));
const part = arg("part", "all");
const users = Number(arg("users", part === "tree" ? 50_000 : 2000));
const departments = Number(arg("departments", part === "tree" ? 2000 : 60));
/** Issue 19: a year of 50,000 people is shown within this median. */
const GOAL_MS = 300;
const TIMES = 15;
const work = await mkdtemp(path.join(os.tmpdir(), "bench-reports-"));
const postgres = promisify(execFile).bind(null, path.join(root, "scripts/postgres.sh"));
/** A server's folder must be short and in reach of the user it runs as. */
const cluster = path.join("/tmp", `pg-reports-${process.pid}`);
const REPORT = "/api/admin/report";
const CALLS = [
  ["dashboard, 30 days", `${REPORT}/dashboard?period=30d`],
  ["dashboard, 90 days", `${REPORT}/dashboard?period=90d`],
  ["dashboard, half year", `${REPORT}/dashboard?period=half`],
  ["dashboard, year by day", `${REPORT}/dashboard?period=year`],
  ["dashboard, year by month", `${REPORT}/dashboard?period=year&grain=month`],
  ["users, year, first page", `${REPORT}/tokens/user?period=year`],
  ["departments, year", `${REPORT}/tokens/dept?period=year`],
  ["tree of departments, year", `${REPORT}/departments?period=year`],
  ["models of an app, 30 days", `${REPORT}/tokens/model?period=30d&app=chat`],
  ["models of an app, year", `${REPORT}/tokens/model?period=year&app=drawing`],
  ["an app, 30 days", `${REPORT}/app/drawing?period=30d`],
  ["records of a year, first page", `${REPORT}/calls?period=year`],
  ["records of an app, first page", `${REPORT}/calls?period=year&app=model-test&failed=true`],
];
const tree = (query) => `${REPORT}/departments?${query}`;
const TREE_CALLS = ({ department }) => [
  ["tree of departments, 30 days", tree("period=30d")],
  ["tree of departments, year", tree("period=year")],
  ["tree below a department, year", tree(`period=year&dept=${department}`)],
  ["tree of an app, year", tree("period=year&app=drawing")],
  ["departments, year, first page", `${REPORT}/tokens/dept?period=year`],
  ["users, year, first page", `${REPORT}/tokens/user?period=year`],
  ["dashboard, 30 days", `${REPORT}/dashboard?period=30d`],
  ["dashboard, year by day", `${REPORT}/dashboard?period=year`],
  ["dashboard, year by month", `${REPORT}/dashboard?period=year&grain=month`],
];

async function databaseUrl() {
  if (engine !== "postgres") return "";
  if (process.env.BENCH_DATABASE_URL) return process.env.BENCH_DATABASE_URL;
  await postgres(["prepare"]);
  return (await postgres(["start", cluster, String(await freePort())])).stdout.trim();
}

async function connect(url) {
  const { socketDir } = url ? {} : JSON.parse(await readFile(path.join(work, "run.json"), "utf8"));
  const client = new pg.Client(
    url ? { connectionString: url } : { host: socketDir, user: "postgres", database: "postgres" },
  );
  await client.connect();
  return client;
}

/** A department below the top, of what an earlier run filled in. */
async function present(client) {
  const { rows } = await client.query(
    "select d.id from departments d join departments top on top.id = d.parent_id and top.parent_id is null order by d.id limit 1",
  );
  return { department: rows[0].id };
}

/** Milliseconds of calls one after another, and of the longest wait of another call meanwhile. */
async function measure(address, token, call) {
  const headers = { authorization: token };
  const ask = async (target) => {
    const from = performance.now();
    const response = await fetch(address + target, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${target}: ${response.status}`);
    return performance.now() - from;
  };
  await ask(call);
  const times = [];
  for (let index = 0; index < TIMES; index++) times.push(await ask(call));
  let running = true;
  const asked = ask(call).finally(() => {
    running = false;
  });
  let longest = 0;
  while (running) longest = Math.max(longest, await ask("/api/notifications"));
  await asked;
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(TIMES / 2)], worst: times.at(-1), longest };
}

let product;
try {
  const url = await databaseUrl();
  const secrets = url ? { AUTH_SECRET: "b".repeat(43), ENCRYPTION_KEY: "c".repeat(43) } : {};
  product = await startProduct({ DATA_DIR: work, DATABASE_URL: url, ...secrets });
  const client = await connect(url);
  const from = performance.now();
  const seeded = rows > 0 ? await seedUsage(client, { rows, users, departments }) : await present(client);
  const [{ cube, size }] = (
    await client.query(
      "select (select count(*) from usage_daily) as cube, pg_size_pretty(pg_database_size(current_database())) as size",
    )
  ).rows;
  await client.end();
  console.log(
    `${engine}, ${rows} calls of ${users} people in ${departments} departments, cube ${cube} rows, ${size}; made in ${Math.round((performance.now() - from) / 1000)} s`,
  );
  const login = await fetch(`${product.url}/api/token/login-pw`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: product.url },
    body: JSON.stringify(ADMIN),
  });
  const { token } = (await login.json()).data;
  console.log(`| call | median ms (goal ${GOAL_MS}) | worst ms | another call waits at most ms |\n|---|--:|--:|--:|`);
  for (const [name, call] of part === "tree" ? TREE_CALLS(seeded) : CALLS) {
    const { median, worst, longest } = await measure(product.url, token, call);
    console.log(`| ${name} | ${median.toFixed(0)} | ${worst.toFixed(0)} | ${longest.toFixed(0)} |`);
  }
} finally {
  await product?.stop();
  await rm(work, { recursive: true, force: true });
  if (engine === "postgres" && !process.env.BENCH_DATABASE_URL)
    await postgres(["stop", cluster]).catch(() => undefined);
}
