// `npm run bench:apps`: what apps cost beyond their models (issue 21). The engine's time a node at 20 parallel runs, a
// thousand parallel iterations and their memory, the first token of an agent beside personal chat's, the square of 5,000 apps,
// the canvas of 200 nodes in Chromium.
//   npm run bench:apps -- [--engine pglite|postgres] [--runs 20] [--nodes 20] [--apps 5000] [--questions 40]
// Postgres is a throw-away cluster of scripts/postgres.sh. Needs a build (`npm run build`).
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { root } from "../../scripts/lib/root.mjs";
import { startModelServer } from "../fakes/model-server.mjs";
import { ADMIN, client, freePort, startProduct, until } from "../faults/product.mjs";
import { canvasTimes, wideFlow } from "./apps-canvas.mjs";

const arg = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};
const engine = arg("engine", "pglite");
const runs = Number(arg("runs", 20));
const nodes = Number(arg("nodes", 20));
const apps = Number(arg("apps", 5000));
const questions = Number(arg("questions", 40));
const NODE_MS = engine === "postgres" ? 15 : 40;
const MEMORY_MIB = 200;
const TOKEN_MS = 5;
const SQUARE_MS = 100;
const CANVAS_NODES = 200;
const OPEN_MS = 1000;
const TASK_MS = 50;

const sorted = (values) => [...values].sort((a, b) => a - b);
const at = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const row = (name, figures, goal, isMet) =>
  console.log(`| ${name} | ${figures} | ${goal} | ${isMet ? "met" : "missed"} |`);

const node = (id, type, data) => ({ id, type, data });
const chained = (all) => ({
  nodes: all,
  edges: all.slice(1).map(({ id }, index) => ({ source: all[index].id, target: id })),
});

const postgres = promisify(execFile).bind(null, path.join(root, "scripts/postgres.sh"));
const cluster = path.join("/tmp", `pg-apps-${process.pid}`);
const models = await startModelServer();
const dataDir = path.join(os.tmpdir(), `bench-apps-${process.pid}`);
let url = "";
if (engine === "postgres") {
  await postgres(["prepare"]);
  url = (await postgres(["start", cluster, String(await freePort())])).stdout.trim();
}
const env = {
  DATA_DIR: dataDir,
  ...(url && { DATABASE_URL: url, AUTH_SECRET: randomUUID(), ENCRYPTION_KEY: randomUUID() }),
  OPENAI_BASE_URL: models.url,
  OPENAI_API_KEY: "k",
  OPENAI_MODEL: "fake-echo",
};
let product;
try {
  product = await startProduct(env);
  const login = await client().post(`${product.url}/api/token/login-pw`, ADMIN);
  const api = client(login.token);
  console.log(`| ${engine} | figures | goal | |\n| --- | --- | --- | --- |`);
  await nodesOf(api);
  await iterations(api);
  await firstTokens(login.token, api);
  await canvas(api);
  await square(api);
} finally {
  await product?.stop();
  await models.close();
  await rm(dataDir, { recursive: true, force: true });
  if (engine === "postgres") {
    await postgres(["stop", cluster]);
    await rm(cluster, { recursive: true, force: true });
  }
}

async function made(api, kind, settings) {
  const { id } = await api.post(`${product.url}/api/apps`, { name: `bench ${randomUUID()}`, kind, visibility: "all" });
  await api.put(`${product.url}/api/apps/${id}/draft`, settings);
  await api.post(`${product.url}/api/apps/${id}/publish`, {});
  return id;
}

async function ran(api, id) {
  const { runId } = await api.post(`${product.url}/api/apps/${id}/runs`, {});
  return until(async () => {
    const run = await api.get(`${product.url}/api/apps/runs/${runId}`);
    if (run.status === "failed") throw new Error(JSON.stringify(run.error));
    return run.status === "done" && run;
  }, 300_000);
}

/** Nodes that take no time: what passes from the end of one to the end of the next is the engine's. */
async function nodesOf(api) {
  const middle = Array.from({ length: nodes }, (_, index) =>
    node(`t${index}`, "template", { template: `{{start.text}} ${index}` }),
  );
  const id = await made(
    api,
    "workflow",
    chained([node("start", "start", {}), ...middle, node("end", "answer", { text: "done" })]),
  );
  await ran(api, id);
  const done = await Promise.all(Array.from({ length: runs }, () => ran(api, id)));
  const gaps = done.flatMap((run) => {
    const ends = sorted(run.nodes.map(({ endedAt }) => Date.parse(endedAt)));
    return ends.slice(1).map((end, index) => end - ends[index]);
  });
  const figures = `${at(gaps, 0.5)} / ${at(gaps, 0.95)} / ${Math.max(...gaps)} ms`;
  row(`a node of ${runs} parallel runs (p50 / p95 / most)`, figures, `p95 <= ${NODE_MS} ms`, at(gaps, 0.95) <= NODE_MS);
}

async function iterations(api) {
  const body = { nodes: [node("line", "template", { template: "{{each.item}}" })], edges: [] };
  const all = [
    node("start", "start", {}),
    node("list", "code", { code: "Array.from({ length: 1000 }, (_, i) => 'item ' + i + ' ' + 'x'.repeat(200))" }),
    node("items", "variable", { values: [{ name: "items", type: "list", value: "{{list.result}}" }] }),
    node("each", "iteration", { list: "{{items.items}}", parallel: 20, body, output: "{{line.text}}" }),
    node("end", "answer", { text: "{{each.count}}" }),
  ];
  const id = await made(api, "workflow", chained(all));
  await ran(api, id);
  const before = await webMemory();
  let most = before;
  const timer = setInterval(async () => {
    most = Math.max(most, await webMemory());
  }, 100);
  const from = performance.now();
  const run = await ran(api, id);
  clearInterval(timer);
  const seconds = (performance.now() - from) / 1000;
  if (run.output !== "1000") throw new Error(`iterated ${run.output}`);
  const growth = (most - before) / 1024 ** 2;
  row(
    "1,000 iterations, 20 at once",
    `${seconds.toFixed(1)} s, ${growth.toFixed(0)} MiB more`,
    `<= ${MEMORY_MIB} MiB`,
    growth <= MEMORY_MIB,
  );
}

/** Resident bytes of the web process. */
async function webMemory() {
  return Number((await readFile(`/proc/${product.webPid()}/statm`, "utf8")).split(" ")[1]) * 4096;
}

async function firstTokens(token, api) {
  const agent = await made(api, "agent", { instructions: "You are brief." });
  const { id: chat } = await api.post(`${product.url}/api/chat/sessions`, {});
  const times = { chat: [], agent: [] };
  const ask = async (kind, address, body) => {
    const from = performance.now();
    const response = await fetch(`${product.url}${address}`, {
      method: "POST",
      headers: { authorization: token, "content-type": "application/json", origin: product.url },
      body: JSON.stringify(body),
    });
    let text = "";
    const decoder = new TextDecoder();
    for await (const piece of response.body) {
      text += decoder.decode(piece, { stream: true });
      if (/"type":"text-delta"[^\n]*"delta":"[^"]/.test(text)) break;
    }
    times[kind].push(performance.now() - from);
  };
  const { id: talk } = await api.post(`${product.url}/api/apps/${agent}/chats`, {});
  for (let count = 0; count < questions + 5; count += 1) {
    await ask("chat", `/api/chat/sessions/${chat}/answer`, { text: `question ${count}` });
    await ask("agent", `/api/apps/chats/${talk}/answer`, { text: `question ${count}` });
  }
  const [own, its] = [times.chat.slice(5), times.agent.slice(5)];
  const more = at(its, 0.5) - at(own, 0.5);
  const figures = `${at(own, 0.5).toFixed(1)} / ${at(its, 0.5).toFixed(1)} ms`;
  row("first token of chat / of an agent (p50)", figures, `<= ${TOKEN_MS} ms more`, more <= TOKEN_MS);
}

async function square(api) {
  const { socketDir } = url ? {} : JSON.parse(await readFile(path.join(dataDir, "run.json"), "utf8"));
  const database = new pg.Client(
    url ? { connectionString: url } : { host: socketDir, user: "postgres", database: "postgres" },
  );
  await database.connect();
  await database.query(
    `insert into apps (id, owner_id, kind, name, description, icon, visibility, version, uses)
     select gen_random_uuid(), (select id from users limit 1), 'agent', 'App ' || no, 'Number ' || no, 'bot', 'all', 1, no % 997
     from generate_series(1, $1::int) no`,
    [apps],
  );
  await database.query("analyze apps");
  await database.end();
  const times = [];
  for (let count = 0; count < 25; count += 1) {
    const from = performance.now();
    await api.get(`${product.url}/api/apps?place=square&pageSize=24&sort=uses`);
    times.push(performance.now() - from);
  }
  const steady = times.slice(5);
  row(
    `square of ${apps} apps (p50 / p95)`,
    `${at(steady, 0.5).toFixed(0)} / ${at(steady, 0.95).toFixed(0)} ms`,
    `<= ${SQUARE_MS} ms`,
    at(steady, 0.5) <= SQUARE_MS,
  );
}

async function canvas(api) {
  const id = await made(api, "workflow", wideFlow(CANVAS_NODES));
  const { opened, tasks, longestWork } = await canvasTimes(product.url, id);
  const figures = `${at(opened, 0.5).toFixed(0)} / ${Math.max(...opened).toFixed(0)} ms`;
  row(`canvas of ${CANVAS_NODES} nodes opens (p50 / most)`, figures, `< ${OPEN_MS} ms`, at(opened, 0.5) < OPEN_MS);
  const long = tasks.filter((ms) => ms > TASK_MS);
  row(
    "tasks over 50 ms while a node is dragged",
    `${long.length}, longest ${Math.max(0, ...tasks)} ms, at work ${longestWork.toFixed(0)} ms`,
    "none",
    long.length === 0,
  );
}
