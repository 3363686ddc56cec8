// Runs of workflows in the real product, killed -9 in the middle; a service outside counts what was done. `npm run test:faults`
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { startModelServer } from "../fakes/model-server.mjs";
import { json, startFake } from "../fakes/server.mjs";
import { signIn, startProduct, until } from "./product.mjs";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

let models;
let service;
let dataDir;
/** How long the service takes for an answer, milliseconds. */
let delay = 0;

before(async () => {
  models = await startModelServer();
  service = await startFake(0, async ({ method, path: at, headers }, res, state) => {
    state.requests.push({ method, path: at, key: headers["idempotency-key"] });
    await pause(delay);
    json(res, 200, { ok: true });
  });
  dataDir = await mkdtemp(path.join(os.tmpdir(), "flows-"));
});
after(async () => {
  await models.close();
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

const env = () => ({
  DATA_DIR: dataDir,
  DATABASE_URL: "",
  OPENAI_BASE_URL: models.url,
  OPENAI_API_KEY: "k",
  OPENAI_MODEL: "fake-slow-first",
  ALLOW_PRIVATE_NETWORK: new URL(service.origin).host,
});
const node = (id, type, data) => ({ id, type, data });
const chained = (nodes) => ({
  nodes,
  edges: nodes.slice(1).map(({ id }, index) => ({ source: nodes[index].id, target: id })),
});
const posts = (at) => service.state.requests.filter((one) => one.method === "POST" && one.path === at);

async function begun(api, url, settings) {
  const { id } = await api.post(`${url}/api/apps`, { name: `flow ${Date.now()}`, kind: "workflow", visibility: "all" });
  await api.put(`${url}/api/apps/${id}/draft`, settings);
  await api.post(`${url}/api/apps/${id}/publish`, {});
  const { runId } = await api.post(`${url}/api/apps/${id}/runs`, {});
  return runId;
}
const statusIs = (api, url, runId, ...wanted) =>
  until(async () => {
    const run = await api.get(`${url}/api/apps/runs/${runId}`);
    return wanted.includes(run.status) && run;
  }, 90_000);

test("killed in the middle of an effect: it is not had again unasked, and then by the same key", async () => {
  const first = await startProduct(env());
  let api = await signIn(first.url);
  delay = 20_000;
  const call = { method: "POST", url: `${service.origin}/orders` };
  const nodes = [
    node("start", "start", {}),
    node("before", "http", { method: "POST", url: `${service.origin}/before`, policy: { timeout: 60 } }),
    node("order", "http", call),
    node("end", "answer", { text: "{{order.status}}" }),
  ];
  delay = 0;
  const held = chained(nodes);
  // The first call is quick, the second stalls: only that one is open when the server is killed.
  const runId = await begun(api, first.url, held).finally(() => {
    delay = 20_000;
  });
  await until(() => posts("/orders").length === 1 || posts("/before").length === 1, 30_000);
  await pause(500);
  await first.kill();
  const [early, orders] = [posts("/before").length, posts("/orders").length];
  assert.equal(early, 1);

  delay = 0;
  const second = await startProduct(env());
  try {
    api = await signIn(second.url);
    const run = await statusIs(api, second.url, runId, "waiting", "done");
    if (run.status === "done") assert.equal(posts("/orders").length, Math.max(1, orders));
    else {
      const open = run.nodes.find(({ status }) => status === "waiting");
      assert.equal(open.wait.kind, "unknown");
      const at = open.id === "before" ? "/before" : "/orders";
      const had = posts(at).length;
      await pause(1500);
      assert.equal(posts(at).length, had, "nothing is done unasked");
      await api.post(`${second.url}/api/apps/runs/${runId}/nodes/${open.id}/answer`, { action: "retry" });
      await statusIs(api, second.url, runId, "done");
      const keys = posts(at).map(({ key }) => key);
      assert.equal(keys.length, had + 1);
      assert.equal(new Set(keys).size, 1, "every try has the same key");
    }
  } finally {
    await second.stop();
  }
});

test("killed among parallel iterations: what is stored is not bought again, and every item is there once", async () => {
  const first = await startProduct(env());
  let api = await signIn(first.url);
  const body = { nodes: [node("say", "model", { prompt: "{{each.item}}" })], edges: [] };
  const items = "Array.from({ length: 30 }, (_, at) => 'item ' + at)";
  const runId = await begun(
    api,
    first.url,
    chained([
      node("start", "start", {}),
      node("list", "code", { code: items }),
      node("each", "iteration", { list: "{{list.result}}", parallel: 3, body, output: "{{say.text}}" }),
      node("end", "answer", { text: "{{each.count}}" }),
    ]),
  );
  await until(() => models.state.requests.length >= 9, 60_000);
  await first.kill();
  const second = await startProduct(env());
  try {
    api = await signIn(second.url);
    const run = await statusIs(api, second.url, runId, "done", "failed");
    assert.equal(run.status, "done", JSON.stringify(run.error));
    assert.equal(run.output, "30");
    assert.ok(run.resumed >= 1);
    const bought = models.state.requests.length;
    assert.ok(bought <= 33, `${bought} calls for 30 items: at most the three in flight were repeated`);
  } finally {
    await second.stop();
  }
});
