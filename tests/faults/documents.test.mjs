// Crashes while documents are read, asked about and summed up, with the real product. `npm run test:faults`
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import pg from "pg";
import { readRunFile } from "../../scripts/lib/run-file.mjs";
import { startModelServer } from "../fakes/model-server.mjs";
import { largeDocx } from "./large-files.mjs";
import { finishOf, signIn, startProduct, textOf, until } from "./product.mjs";

/** What reading may take after a start, on top of the lease a dead process left. */
const READ_MS = 120_000;
const LARGE_PARAGRAPHS = 30_000;
const RULES = 900;
/** Of the model: so small that a document of this length is read in parts. */
const WINDOW = { contextWindow: 4096, maxOutputTokens: 512 };

let fake;
let dataDir;
let product;

before(async () => {
  fake = await startModelServer();
  dataDir = await mkdtemp(path.join(os.tmpdir(), "documents-"));
});
after(async () => {
  await product?.kill().catch(() => undefined);
  await fake.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start() {
  const env = { DATA_DIR: dataDir, DATABASE_URL: "", OPENAI_BASE_URL: fake.url, OPENAI_MODEL: "fake-reader-slow" };
  product = await startProduct(env);
  return signIn(product.url);
}

async function kill() {
  const dead = product;
  product = undefined;
  await dead.kill();
}

const at = (route) => `${product.url}/api/documents${route}`;

async function upload(api, name, bytes) {
  const body = new FormData();
  body.set("file", new Blob([bytes]), name);
  const response = await fetch(at(""), { method: "POST", headers: { authorization: api.token }, body });
  const { code, data, message } = await response.json();
  assert.equal(code, 200, message);
  return data;
}

async function parseOf(api, { id }) {
  const { items } = await api.get(at(""));
  return items.find((item) => item.id === id).parse;
}

async function ready(api, document) {
  const parse = await until(async () => {
    const found = await parseOf(api, document);
    return (found.status === "ready" || found.failure) && found;
  }, READ_MS);
  assert.equal(parse.status, "ready", parse.failure ?? "");
}

/** The sets of slices of a version: how many, and what they hold. */
async function setsOf({ versionId }) {
  const { socketDir } = await readRunFile(dataDir);
  const db = new pg.Client({ host: socketDir, user: "postgres", database: "postgres" });
  await db.connect();
  try {
    const { rows: sets } = await db.query("select id, is_ready, slice_count from slice_sets where version_id = $1", [
      versionId,
    ]);
    for (const set of sets) {
      const { rows } = await db.query(
        "select ordinal, from_offset, to_offset, text from slices where set_id = $1 order by ordinal, from_offset",
        [set.id],
      );
      set.slices = rows.length;
      set.digest = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
    }
    return sets.map(({ id, ...set }) => set);
  } finally {
    await db.end();
  }
}

test("kill -9 while a large document is read: it becomes ready, each slice once", async () => {
  let api = await start();
  const document = await upload(api, "large.docx", largeDocx("killed", LARGE_PARAGRAPHS));
  const seen = [];
  for (const wanted of [["parsing"], ["segmenting", "building"]]) {
    const { status } = await until(async () => {
      const parse = await parseOf(api, document);
      assert.equal(parse.failure, null);
      return (wanted.includes(parse.status) || parse.status === "ready") && parse;
    }, READ_MS);
    seen.push(status);
    await kill();
    api = await start();
  }
  assert.notEqual(seen[0], "ready", "it was killed in the middle");
  await ready(api, document);

  const control = await upload(api, "undisturbed.docx", largeDocx("calm", LARGE_PARAGRAPHS));
  await ready(api, control);
  const [killed, calm] = [await setsOf(document), await setsOf(control)];
  assert.ok(calm[0].slices > 1000);
  assert.equal(calm[0].slice_count, calm[0].slices);
  assert.deepEqual(killed, calm, `killed in ${seen.join(", ")}`);
  assert.equal(killed.length, 1, "no set is left over");
});

const sentence = (n) =>
  `The tenant of room ${n} pays ${n * 11} euros on the first working day of every month to the account that the landlord named in writing, and whoever pays later owes interest at the rate that the central bank publishes in January and in July`;

test("kill -9 in mid-answer about a document: text, steps and citations stay, and the conversation goes on", async () => {
  let api = product ? await signIn(product.url) : await start();
  const text = Array.from({ length: 60 }, (_, n) => `${sentence(n)}.\n\n`).join("");
  const document = await upload(api, "rents.txt", text);
  await ready(api, document);
  const { id } = await api.post(at("/chats"), { documentIds: [document.id] });
  for (let round = 0; round < 2; round++) {
    const stream = await api.ask(at(`/chats/${id}/answer`), { text: `What does the tenant of room ${round} pay?` });
    assert.equal(stream.status, 200);
    const cited = () => stream.lines.findIndex((line) => line.type === "data-citation");
    // Lines are kept every two seconds at the latest; twelve are said in one.
    await until(() => cited() >= 0 && stream.lines.length > cited() + 30, 60_000);
    await kill();
    await stream.done;
    assert.equal(finishOf(stream.lines), undefined, "it was killed in the middle");

    api = await start();
    const { items } = await api.get(`${product.url}/api/chat/sessions/${id}/messages`);
    assert.equal(items.length, 2 * round + 2);
    const reply = items.at(-1);
    assert.deepEqual([reply.status, reply.error], ["interrupted", "interrupted"]);
    const kept = reply.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
    assert.ok(kept.length > 0 && textOf(stream.lines).startsWith(kept), "what is kept was said");
    const citations = reply.parts.flatMap((part) => (part.type === "citation" ? [part.citation] : []));
    const said = stream.lines.flatMap((line) => (line.type === "data-citation" ? [line.data] : []));
    assert.ok(citations.length > 0);
    assert.deepEqual(citations, said.slice(0, citations.length));
    assert.ok(text.includes(citations[0].quote));
    for (const { id: mark } of citations) assert.ok(kept.includes(`[^c${mark}]`), "each stands at its words");
    const steps = reply.parts.flatMap((part) => (part.type === "steps" ? part.steps : []));
    assert.ok(steps.some(({ name, state }) => name === "retrieve" && state === "done"));
    assert.ok(
      steps.some(({ name, state, error }) => name === "answer" && state === "failed" && error === "interrupted"),
    );
  }
  const next = await api.ask(at(`/chats/${id}/answer`), { text: "And room 9?", modelId: "builtin-extractive" });
  await next.done;
  assert.equal(finishOf(next.lines).status, "done");
  assert.ok(textOf(next.lines).length > 0);
});

test("kill -9 while an overview is made: it goes on with what it had read, and ends", async () => {
  let api = product ? await signIn(product.url) : await start();
  const models = await api.get(`${product.url}/api/admin/model/models`);
  const { id } = models.items.find(({ name }) => name === "fake-reader-slow");
  await api.patch(`${product.url}/api/admin/model/models/${id}`, WINDOW);
  const text = Array.from({ length: RULES }, (_, n) => `Rule ${n} holds.${n % 5 === 4 ? "\n\n" : " "}`).join("");
  const document = await upload(api, "rules.txt", text);
  await ready(api, document);
  const overview = () => api.get(at(`/${document.id}/overview`));
  const asked = fake.state.requests.length;
  let progress = 0;
  for (let round = 0; round < 2; round++) {
    const before = await until(async () => {
      const found = await overview();
      assert.ok(["waiting", "running"].includes(found.status), `${found.status} ${found.failure}`);
      return found.progress > progress && found;
    }, 60_000);
    await kill();
    api = await start();
    const after_ = await overview();
    assert.ok(after_.progress >= before.progress, "what was read stays read");
    progress = after_.progress;
  }
  const done = await until(async () => {
    const found = await overview();
    return !["waiting", "running"].includes(found.status) && found;
  }, READ_MS);
  assert.equal(done.status, "done", done.failure ?? "");
  assert.ok(done.summary.length > 0 && done.keyPoints.length > 0 && done.citations.length > 0);
  for (const { quote } of done.citations) assert.ok(text.includes(quote));

  // Each part was asked about once, but for those that the two kills cut.
  const notes = fake.state.requests
    .slice(asked)
    .map(({ body }) => body.messages)
    .filter(([system]) => system.content.includes("take notes"))
    .map((messages) => messages.at(-1).content);
  const parts = new Set(notes).size;
  assert.ok(parts > 2, `read in ${parts} parts`);
  assert.ok(notes.length <= parts + 2, `${notes.length} times for ${parts} parts`);
});
