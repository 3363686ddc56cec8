// `npm run bench`: what streaming costs here, measured in one run against the supplier itself and a bare Next route.
//   npm run bench [-- --quick] [--engine postgres|pglite|both] [--out result.json]
//   npm run bench -- --check    compares the ratios with kept.json, three passes, and fails on what is worse by over 15 %
//   npm run bench -- --keep     writes them there instead; on a quiet machine, and `uptime` beside it
// Without --engine these two take the database at hand: Postgres with BENCH_DATABASE_URL, the embedded one without.
// Small machines are noisy: quote the ratios. Postgres is a throw-away cluster of scripts/postgres.sh, or BENCH_DATABASE_URL.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  ADMIN,
  arg,
  bareNext,
  fixed,
  load,
  loopDelay,
  median,
  mockSupplier,
  post,
  product,
  rss,
  signedInPeople,
  withCleanup,
  work,
} from "./lib.mjs";
import { middleOf, ratiosOf, worseThan } from "./ratios.mjs";

const quick = process.argv.includes("--quick");
const keeping = process.argv.includes("--keep");
const checking = process.argv.includes("--check") || keeping;
const atHand = process.env.BENCH_DATABASE_URL ? "postgres" : "pglite";
const engine = arg("engine", checking ? atHand : "both");
const engines = engine === "both" ? ["postgres", "pglite"] : [engine];
const KEPT = path.join(import.meta.dirname, "kept.json");
const PASSES = 3;
const PEOPLE = 20;
const CHATS = 10;
const MODEL = "mock-f50-r30-n90";

/** People with chats, signed in: the load client takes them in turn. */
async function people(address, pool) {
  const targets = [];
  for (const token of await signedInPeople(address, pool, PEOPLE)) {
    for (let chat = 0; chat < CHATS; chat++) {
      const { id } = await post(`${address}/api/chat/sessions`, {}, token);
      targets.push({ url: `${address}/api/chat/sessions/${id}/answer`, headers: { authorization: token } });
    }
  }
  return targets;
}

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
    body: JSON.stringify(ADMIN),
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

/** Statements the web process has sent, by name. */
async function sentStatements(target) {
  const text = await fetch(`${target.url}/metrics`).then((response) => response.text());
  const lines = text.matchAll(/^database_statements_total\{name="(\w+)"\} (\d+)/gm);
  return Object.fromEntries([...lines].map(([, name, count]) => [name, Number(count)]));
}

/** Those of an answer's way, by the names they are sent under; what else is sent is of everybody or of the clock. */
const OF_ANSWERS = ["turn_context", "turn_insert", "run_chunks", "turn_finish", "request_logs"];
const since = (before, after, names) => names.reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0);

/** Asks to the end; answers what had been sent by the first token. */
async function ask(target, { url, headers }) {
  const body = JSON.stringify({ text: "请概括这份合同的要点" });
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  const decoder = new TextDecoder();
  let text = "";
  let atFirst;
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true });
    if (!atFirst && text.includes('"text-delta"')) atFirst = await sentStatements(target);
  }
  if (!atFirst) throw new Error(`No first token: ${response.status} ${text.slice(0, 500)}`);
  return atFirst;
}

/**
 * Statements of one question on a warm process: all that were sent up to its first token, the least of several tries, for
 * the clock sends some as well; and those of its way to its end.
 */
async function statementsOfQuestion(target) {
  const [warming, measured] = target.pool;
  await ask(target, warming);
  const tries = [];
  for (let index = 0; index < 5; index++) {
    // Another question that has begun has filled what is kept for two seconds.
    const warm = ask(target, warming);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = await sentStatements(target);
    const atFirst = await ask(target, measured);
    await warm;
    tries.push(since(before, atFirst, Object.keys(atFirst)));
  }
  const before = await sentStatements(target);
  await ask(target, measured);
  await new Promise((resolve) => setTimeout(resolve, 400));
  return { first: Math.min(...tries), all: since(before, await sentStatements(target), OF_ANSWERS) };
}

async function main() {
  const direct = await mockSupplier();
  const bare = await bareNext();
  const ours = [];
  for (const engine of engines) {
    const { prepared, ...target } = await product(engine, MODEL, people);
    ours.push({ ...target, shape: "answer", pool: prepared });
  }
  const rounds = quick || checking ? 2 : 5;
  const scenario = (concurrency, requests) => ({
    name: `c${concurrency}`,
    concurrency,
    requests,
    model: MODEL,
    rounds,
  });
  if (checking) return check([direct, bare, ...ours], [scenario(32, 64), scenario(200, 200)]);
  const list = [scenario(1, quick ? 2 : 5), scenario(32, 64), scenario(200, quick ? 200 : 400)];
  const report = { pages: {}, loop: {}, memory: {}, statements: {} };
  for (const target of ours) report.pages[target.name] = await pages(target);
  for (const target of ours) await loopDelay(target.url);
  const before = Object.fromEntries(ours.map((target) => [target.name, rss(target.pid)]));
  for (const target of ours) report.statements[target.name] = await statementsOfQuestion(target);
  const sent = Object.fromEntries(await Promise.all(ours.map(async (one) => [one.name, await sentStatements(one)])));
  const result = await load([direct, bare, ...ours], list, arg("out", path.join(work, "result.json")));
  // The client warms up with each scenario as well.
  const asked = list.reduce(
    (sum, one) => sum + one.requests * one.rounds + Math.min(one.requests, 2 * one.concurrency),
    0,
  );
  for (const target of ours) {
    // First: each look at the metrics begins these anew.
    report.loop[target.name] = await loopDelay(target.url);
    report.memory[target.name] = { before: before[target.name], after: rss(target.pid) };
    const after = await sentStatements(target);
    report.statements[target.name].together = since(sent[target.name], after, OF_ANSWERS) / asked;
  }
  summary(result, report);
}

/** Three passes over the same processes, against the ratios that were kept. */
async function check(targets, scenarios) {
  const results = [];
  while (results.length < PASSES) {
    results.push(await load(targets, scenarios, arg("out", path.join(work, "result.json"))));
  }
  const kept = JSON.parse(await readFile(KEPT, "utf8").catch(() => "{}"));
  for (const engine of engines) {
    const now = middleOf(results.map((result) => ratiosOf(result, engine)));
    console.log(`\n## Ratios on ${engine}, the middle of ${PASSES} passes\n`);
    for (const [name, value] of Object.entries(now)) {
      console.log(`${name}: ${fixed(value, 3)}, kept ${fixed(kept[engine]?.[name], 3)}`);
    }
    if (keeping) kept[engine] = toKept(now);
    else tellWorse(engine, kept[engine], now);
  }
  if (keeping) await writeFile(KEPT, `${JSON.stringify(kept, null, 2)}\n`);
}

function toKept(now) {
  if (!Object.values(now).every(Number.isFinite))
    throw new Error("Not every ratio could be measured: nothing is kept.");
  return Object.fromEntries(Object.entries(now).map(([name, value]) => [name, Number(fixed(value, 3))]));
}

function tellWorse(engine, kept, now) {
  const worse = kept ? worseThan(kept, now) : [];
  if (!kept) console.log(`\nNothing is kept for ${engine}: run with --keep.`);
  for (const { name, kept, now } of worse) console.log(`\nworse: ${name}, ${fixed(now, 3)} after ${fixed(kept, 3)}`);
  if (!kept || worse.length > 0) process.exitCode = 1;
}

function summary(result, report) {
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
    const { first, all, together } = report.statements[engine];
    console.log(
      `  statements a question: ${first} before its first token, ${all} to its end; ${fixed(together)} under the load above`,
    );
    for (const [page, time] of Object.entries(report.pages[engine]))
      console.log(`  ${page} ${fixed(time, 1)} ms median`);
  }
}

await withCleanup(main);
