// The real product with a knowledge base, and a supplier that counts what is bought from it, for the tests of crashes.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, beforeEach } from "node:test";
import pg from "pg";
import { readRunFile } from "../../scripts/lib/run-file.mjs";
import { startModelServer } from "../fakes/model-server.mjs";
import { signIn, startProduct, until } from "./product.mjs";

/** What reading may take on a busy machine, on top of the lease a dead process left. */
export const READ_MS = 180_000;

export let fake;
let dataDir;
export let product;
export let api;
export let supplierId;
/** A model that writes. */
export let readerId;

/** Starts the fake and the product; both end with the tests. */
export function withProduct() {
  before(async () => {
    fake = await startModelServer();
    dataDir = await mkdtemp(path.join(os.tmpdir(), "knowledge-"));
    await start();
    const models = await api.get(at("/admin/model/models"));
    const named = (wanted) => models.items.find(({ name }) => name === wanted);
    await api.patch(at(`/admin/model/models/${named("fake-page").id}`), { abilities: ["visual"] });
    const { items } = await api.get(at("/admin/model/suppliers"));
    supplierId = items.find(({ template }) => template === "openai-compatible").id;
    const model = { name: "reader", supplierId, type: "language", upstreamModel: "fake-reader" };
    readerId = (await api.post(at("/admin/model/models"), model)).id;
    const { revision } = await api.get(at("/admin/model/defaults"));
    await api.patch(at("/admin/model/defaults"), { vision: named("fake-page").id, chat: readerId, revision });
  });
  beforeEach(() => product ?? start());
  after(async () => {
    await product?.kill().catch(() => undefined);
    await fake.close();
    await rm(dataDir, { recursive: true, force: true });
  });
}

export async function start() {
  const supplier = { OPENAI_BASE_URL: fake.url, OPENAI_MODEL: "fake-page", OPENAI_EMBEDDING_MODEL: "fake-embedding" };
  product = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: "", ...supplier });
  api = await signIn(product.url);
}

export async function kill() {
  const dead = product;
  product = undefined;
  await dead.kill();
}

export const at = (route) => `${product.url}/api${route}`;

export async function send(route, field, name, bytes) {
  const body = new FormData();
  body.set(field, new Blob([bytes]), name);
  const response = await fetch(at(route), { method: "POST", headers: { authorization: api.token }, body });
  const { code, data, message } = await response.json();
  assert.equal(code, 200, message);
  return data;
}
export const makeBase = async (name) => (await api.post(at("/knowledge/bases"), { name })).id;
export const upload = async (base, name, bytes) =>
  (await send(`/knowledge/bases/${base}/files`, "files", name, bytes)).items[0];
export const read = (id) => api.get(at(`/knowledge/files/${id}`));

export async function ready(id) {
  const file = await until(async () => {
    const found = await read(id);
    return (found.status === "ready" || found.error) && found;
  }, READ_MS);
  assert.equal(file.status, "ready", file.error ?? "");
  return file;
}

export const QUESTION = "rent of room 7";
/** Texts of files that were sent to be made vectors of. */
export const bought = () =>
  fake.state.requests
    .filter(({ path }) => path.endsWith("/embeddings"))
    .flatMap(({ body }) => body.input)
    .filter((text) => text !== QUESTION);
export const pagesRead = () => fake.state.requests.filter(({ path }) => path.endsWith("/chat/completions")).length;

/** Kills the product at so many further calls (for vectors), which are never answered; false when it was done before. */
export async function killAtCall(calls, isDone, hook = "onEmbeddings") {
  let left = calls;
  let death;
  fake.state[hook] = () => {
    if (--left > 0) return undefined;
    death ??= kill();
    return new Promise(() => undefined);
  };
  await until(async () => {
    const isOver = await isDone().catch((error) => {
      // Asked in the very moment of the kill.
      if (!death) throw error;
    });
    return isOver || death !== undefined;
  }, READ_MS);
  fake.state[hook] = undefined;
  await death;
  return death !== undefined;
}

/** Looks at the product that was just started anew, before it can have bought what was left. */
export async function lookInBetween(look) {
  let go;
  const held = new Promise((resolve) => {
    go = resolve;
  });
  fake.state.onEmbeddings = ({ input }) => ([input].flat().includes(QUESTION) ? undefined : held);
  await start();
  try {
    await look();
  } finally {
    fake.state.onEmbeddings = undefined;
    go();
  }
}

export async function query(text, values) {
  const { socketDir } = await readRunFile(dataDir);
  const db = new pg.Client({ host: socketDir, user: "postgres", database: "postgres" });
  await db.connect();
  try {
    return (await db.query(text, values)).rows;
  } finally {
    await db.end();
  }
}
