// Two web processes on one Postgres: they share sessions, resume and stop each other's answers, and recover what a
// killed one left. Needs TEST_DATABASE_URL (an empty database with pgvector). `npm run test:faults`
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { startModelServer } from "../fakes/model-server.mjs";
import { finishOf, signIn, startProduct, textOf, until } from "./product.mjs";

const DATABASE_URL = process.env.TEST_DATABASE_URL;
const skip = DATABASE_URL ? false : "TEST_DATABASE_URL is not set";
let fake;
let work;
let a;
let b;

before(async () => {
  if (skip) return;
  fake = await startModelServer();
  work = await mkdtemp(path.join(os.tmpdir(), "processes-"));
  const env = (name) => ({
    DATA_DIR: path.join(work, name),
    DATABASE_URL,
    AUTH_SECRET: "a".repeat(40),
    ENCRYPTION_KEY: "b".repeat(40),
    OPENAI_BASE_URL: fake.url,
    OPENAI_MODEL: "fake-long",
  });
  // At once on purpose: one migrates and seeds, the other waits.
  [a, b] = await Promise.all([startProduct(env("a")), startProduct(env("b"))]);
});
after(async () => {
  if (skip) return;
  await Promise.all([a, b].map((product) => product?.stop().catch(() => undefined)));
  await fake.close();
  await rm(work, { recursive: true, force: true });
});

async function answering(product, model) {
  const api = await signIn(product.url);
  const { id } = await api.post(`${product.url}/api/chat/sessions`);
  const modelId = model && (await modelOf(api, product, model));
  const stream = await api.ask(`${product.url}/api/chat/sessions/${id}/answer`, { text: "go", modelId });
  const start = await until(() => stream.lines[0], 10_000);
  return { api, id, stream, runId: start.messageMetadata.runId };
}

async function modelOf(api, product, name) {
  const base = `${product.url}/api/admin/model`;
  const { items } = await api.get(`${base}/models`);
  const known = items.find((model) => model.name === name);
  if (known) return known.id;
  const suppliers = await api.get(`${base}/suppliers`);
  const supplierId = suppliers.items.find((supplier) => !supplier.builtin).id;
  return (await api.post(`${base}/models`, { name, supplierId, type: "chat" })).id;
}

test("a session of one process is a session of the other", { skip }, async () => {
  const api = await signIn(a.url);
  const self = await api.get(`${b.url}/api/admin/user/self-info`);
  assert.equal(self.account, "admin");
});

test("an answer of one process is read from the other, whole and in order", { skip }, async () => {
  const { api, stream, runId } = await answering(a);
  await until(() => stream.lines.length > 20, 10_000);
  const other = await api.follow(`${b.url}/api/chat/runs/${runId}/stream?after=0`);
  await Promise.all([stream.done, other.done]);
  assert.equal(finishOf(stream.lines).status, "done");
  assert.deepEqual(other.lines, stream.lines);
});

test("an answer of one process is stopped from the other", { skip }, async () => {
  const { api, id, stream, runId } = await answering(a, "fake-slow");
  await until(() => stream.lines.length > 10, 10_000);
  await api.post(`${b.url}/api/chat/runs/${runId}/stop`);
  await stream.done;
  assert.equal(finishOf(stream.lines).status, "stopped");
  const { items } = await api.get(`${b.url}/api/chat/sessions/${id}/messages`);
  assert.equal(items.at(-1).status, "stopped");
});

test("a killed process' answer is marked by the other within a minute, with what was said", { skip }, async () => {
  const { api, id, stream } = await answering(a, "fake-slow");
  await until(() => stream.lines.length > 60, 20_000);
  await a.kill();
  await stream.done;
  const last = await until(async () => {
    const { items } = await api.get(`${b.url}/api/chat/sessions/${id}/messages`);
    return items.at(-1).status === "interrupted" && items.at(-1);
  }, 60_000);
  const kept = last.parts.map((part) => part.text).join("");
  assert.ok(kept.length > 0 && textOf(stream.lines).startsWith(kept));
});
