// Crashes while files of a knowledge base are made searchable, with the real product and a supplier that counts what is bought
// from it. `npm run test:faults`; TEST_COUNTS=full kills more often.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";
import pg from "pg";
import { readRunFile } from "../../scripts/lib/run-file.mjs";
import { startModelServer } from "../fakes/model-server.mjs";
import { largeDocx, scannedPdf } from "./large-files.mjs";
import { signIn, startProduct, until } from "./product.mjs";

/** What reading may take on a busy machine, on top of the lease a dead process left. */
const READ_MS = 180_000;
const PARAGRAPHS = 12_000;
/** More kills in one stage than a task may break off without getting any further. */
const ROUNDS = process.env.TEST_COUNTS === "full" ? 12 : 4;
/** Calls for vectors between two kills: more than are under way at a time. */
const CALLS = 6;
/** Texts under way at a kill: four calls of 25. */
const IN_FLIGHT = 100;
const PAGES = 6;
/** Rows of a table of pairs; 50 are taken in at a time. */
const PAIRS = 2000;
/** Paragraphs pairs are made of, and questions of a gap. */
const MADE = 600;
const ASKED = 8;

let fake;
let dataDir;
let product;
let api;
let supplierId;
/** A model that writes. */
let readerId;

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

async function start() {
  const supplier = { OPENAI_BASE_URL: fake.url, OPENAI_MODEL: "fake-page", OPENAI_EMBEDDING_MODEL: "fake-embedding" };
  product = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: "", ...supplier });
  api = await signIn(product.url);
}

async function kill() {
  const dead = product;
  product = undefined;
  await dead.kill();
}

const at = (route) => `${product.url}/api${route}`;

async function send(route, field, name, bytes) {
  const body = new FormData();
  body.set(field, new Blob([bytes]), name);
  const response = await fetch(at(route), { method: "POST", headers: { authorization: api.token }, body });
  const { code, data, message } = await response.json();
  assert.equal(code, 200, message);
  return data;
}
const makeBase = async (name) => (await api.post(at("/knowledge/bases"), { name })).id;
const upload = async (base, name, bytes) =>
  (await send(`/knowledge/bases/${base}/files`, "files", name, bytes)).items[0];
const read = (id) => api.get(at(`/knowledge/files/${id}`));

async function ready(id) {
  const file = await until(async () => {
    const found = await read(id);
    return (found.status === "ready" || found.error) && found;
  }, READ_MS);
  assert.equal(file.status, "ready", file.error ?? "");
  return file;
}

const QUESTION = "rent of room 7";
/** Texts of files that were sent to be made vectors of. */
const bought = () =>
  fake.state.requests
    .filter(({ path }) => path.endsWith("/embeddings"))
    .flatMap(({ body }) => body.input)
    .filter((text) => text !== QUESTION);
const pagesRead = () => fake.state.requests.filter(({ path }) => path.endsWith("/chat/completions")).length;

/** Kills the product at so many further calls (for vectors), which are never answered; false when it was done before. */
async function killAtCall(calls, isDone, hook = "onEmbeddings") {
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
async function lookInBetween(look) {
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

async function query(text, values) {
  const { socketDir } = await readRunFile(dataDir);
  const db = new pg.Client({ host: socketDir, user: "postgres", database: "postgres" });
  await db.connect();
  try {
    return (await db.query(text, values)).rows;
  } finally {
    await db.end();
  }
}

/** What the database holds of a base. */
const stored = (base) =>
  query(
    `select s.version_id as "versionId", s.is_ready as "isReady", s.slice_count as told,
        (select count(*)::int from slices where set_id = s.id) as slices,
        (select count(distinct ordinal)::int from slices where set_id = s.id) as places,
        (select count(*)::int from slice_vectors v where v.set_id = s.id and v.model_id = s.embedding_model_id) as vectors,
        (select md5(string_agg(text, '|' order by ordinal)) from slices where set_id = s.id) as digest
       from slice_sets s where s.owner = $1 order by s.created_at`,
    [base],
  );

/** The file answers with all its slices, each with a vector; the base counts what is in it. */
async function expectWhole(base, id) {
  const file = await ready(id);
  const [set, ...others] = (await stored(base)).filter(({ versionId }) => versionId === file.versionId);
  assert.deepEqual(others, [], "no set is left over");
  const { slices } = set;
  assert.ok(slices > 200, `${slices} slices`);
  assert.deepEqual(
    { ...set, digest: "" },
    { ...set, isReady: true, told: slices, places: slices, vectors: slices, digest: "" },
  );
  assert.equal(file.sliceCount, slices);
  const { fileCount, size } = await api.get(at(`/knowledge/bases/${base}`));
  assert.deepEqual({ fileCount, size }, { fileCount: 1, size: file.size });
  return set;
}

const recall = async (base) =>
  (await api.post(at("/knowledge/recall"), { baseIds: [base], query: QUESTION, topK: 5 })).hits;

test("kill -9 in every stage of a file: it becomes ready by itself, nothing stored is bought again", async () => {
  const base = await makeBase("Stages");
  const { id } = await upload(base, "large.docx", largeDocx("killed", PARAGRAPHS));
  const seen = [];
  for (const wanted of ["parsing", "segmenting"]) {
    const { status, error } = await until(async () => {
      const found = await read(id);
      return found.status !== "uploaded" && (wanted === "parsing" || found.status !== "parsing") && found;
    }, READ_MS);
    assert.equal(error, null);
    seen.push(status);
    await kill();
    await start();
  }
  assert.equal(seen[0], "parsing");
  let kills = 0;
  for (; kills < ROUNDS; kills++) {
    // Killed at a call that may be the first of its stage: what was bought before is kept.
    if (!(await killAtCall(CALLS, async () => (await read(id)).status === "ready"))) break;
    await start();
  }
  assert.ok(kills > 3, `killed ${kills} times while it was embedded`);
  // Once more where the last vectors have just come: the set is about to take its place.
  const texts = (await stored(base)).find(({ isReady }) => !isReady)?.slices;
  await until(() => new Set(bought()).size >= texts, READ_MS);
  await kill();
  await start();
  const killed = await expectWhole(base, id);

  const all = bought();
  assert.equal(new Set(all).size, killed.slices, "every text was bought");
  const again = all.length - killed.slices;
  assert.ok(again <= (kills + 1) * IN_FLIGHT, `${again} bought again for ${kills + 1} kills`);
  const calm = await makeBase("Calm");
  const control = await upload(calm, "large.docx", largeDocx("calm", PARAGRAPHS));
  const undisturbed = await expectWhole(calm, control.id);
  assert.equal(killed.digest, undisturbed.digest);
  assert.equal(bought().length, all.length, "the same words in another base cost nothing");
});

test("kill -9 while a model reads scanned pages: each page is read once, but for those under way", async () => {
  const base = await makeBase("Scans");
  const before_ = pagesRead();
  const { id } = await upload(base, "scan.pdf", scannedPdf(PAGES));
  for (const pages of [1, 3]) {
    await until(() => pagesRead() - before_ > pages, READ_MS);
    await kill();
    await start();
  }
  const file = await ready(id);
  assert.ok(file.sliceCount > 0);
  const calls = pagesRead() - before_;
  assert.ok(calls >= PAGES && calls <= PAGES + 2, `${calls} calls for ${PAGES} pages`);
});

test("kill -9 while a newer version takes a file's place: the older answers until then, never both or none", async () => {
  const base = await makeBase("Versions");
  const { id } = await upload(base, "old.docx", largeDocx("old", 3000, "old"));
  const old = await expectWhole(base, id);
  const from = bought().length;
  const next = await send(`/knowledge/files/${id}/versions`, "file", "old.docx", largeDocx("new", 3000, "new"));
  const answering = async () => {
    const versions = new Set((await recall(base)).map(({ versionId }) => versionId));
    assert.equal(versions.size, 1, `${versions.size} versions answer`);
    return [...versions][0];
  };
  let kills = 0;
  for (; kills < 2 && (await killAtCall(CALLS, async () => (await read(id)).status === "ready")); kills++) {
    await lookInBetween(async () => {
      assert.equal(await answering(), old.versionId);
      const { fileCount } = await api.get(at(`/knowledge/bases/${base}`));
      assert.equal(fileCount, 1);
    });
  }
  assert.ok(kills > 0, "it was killed in the middle");
  const seen = [];
  while ((await read(id)).status !== "ready") seen.push(await answering());
  assert.equal(await answering(), next.versionId);
  assert.ok(seen.every((versionId) => [old.versionId, next.versionId].includes(versionId)));
  const { slices } = await expectWhole(base, id);
  const again = bought().length - from - slices;
  assert.ok(again <= kills * IN_FLIGHT, `${again} bought again for ${kills} kills`);
});

test("kill -9 while a base changes its embedding model: it goes on, and answers by the old one until all is there", async () => {
  const base = await makeBase("Vectors");
  const { id } = await upload(base, "vectors.docx", largeDocx("vectors", 3000, "vector"));
  await expectWhole(base, id);
  const model = { name: "second", supplierId, type: "vector", upstreamModel: "fake-embedding-second" };
  const { id: embeddingModelId } = await api.post(at("/admin/model/models"), model);
  const from = bought().length;
  await api.post(at(`/knowledge/bases/${base}/embedding`), { embeddingModelId });
  const embedding = () => api.get(at(`/knowledge/bases/${base}/embedding`));
  let kills = 0;
  for (; kills < 2 && (await killAtCall(CALLS, async () => !(await embedding()).nextModelId)); kills++) {
    await lookInBetween(async () => {
      const { nextModelId, change } = await embedding();
      assert.equal(nextModelId, embeddingModelId);
      assert.equal(change.error, null);
      assert.ok((await recall(base)).length > 0);
    });
  }
  assert.ok(kills > 0, "it was killed in the middle");
  await until(async () => (await embedding()).nextModelId === null, READ_MS);
  assert.equal((await embedding()).modelId, embeddingModelId);
  const { slices } = await expectWhole(base, id);
  const again = bought().length - from - slices;
  assert.ok(again >= 0 && again <= kills * IN_FLIGHT, `${again} bought again for ${kills} kills`);
  assert.ok((await recall(base)).length > 0);
});

test("kill -9 while pairs are imported, and while they get their vectors: each row is taken in once", async () => {
  const base = await makeBase("Pairs");
  const rows = Array.from({ length: PAIRS }, (_, at) => `How high is shelf ${at} of hall ${at % 7}?,${at} centimetres`);
  const from = bought().length;
  await send(`/knowledge/qas/import?baseId=${base}`, "file", "pairs.csv", ["Question,Answer", ...rows].join("\n"));
  const work = async () => (await api.get(at(`/knowledge/qas/work?baseId=${base}`))).import;
  const killedAt = [];
  for (const done of [1, PAIRS / 2]) {
    await until(async () => (await work()).done >= done, READ_MS);
    killedAt.push((await work()).done);
    await kill();
    await start();
  }
  assert.ok(killedAt[0] < PAIRS, `killed at ${killedAt} of ${PAIRS}`);
  assert.ok(await killAtCall(CALLS, async () => false), "killed while vectors were made");
  await start();
  const { status, added, skipped, refused } = await until(async () => {
    const found = await work();
    return !["waiting", "running"].includes(found.status) && found;
  }, READ_MS);
  assert.deepEqual({ status, added, skipped, refused }, { status: "done", added: PAIRS, skipped: 0, refused: 0 });
  const kept = () =>
    query(
      `select count(*)::int pairs, count(distinct q.question)::int questions, count(p.embedding)::int vectors
         from knowledge_qas q join qa_phrases p on p.qa_id = q.id where q.base_id = $1`,
      [base],
    );
  await until(async () => (await kept())[0].vectors === PAIRS, READ_MS);
  assert.deepEqual(await kept(), [{ pairs: PAIRS, questions: PAIRS, vectors: PAIRS }]);
  const again = bought().length - from - PAIRS;
  assert.ok(again <= 2 * IN_FLIGHT, `${again} bought again`);
});

/** Calls of a model whose words hold these. */
const asked = (words) =>
  fake.state.requests.filter(
    ({ path, body }) => path.endsWith("/chat/completions") && JSON.stringify(body).includes(words),
  );

test("kill -9 while pairs are made of a file: each passage makes its pairs once", async () => {
  // Wherever a slice begins, it begins with a word of its own.
  const words = Array.from({ length: MADE }, (_, n) => `Item${n} is moved to hall ${n % 7} twice a year, by hand. `);
  const questions = async (base) => {
    const rows = await query("select question from knowledge_qas where base_id = $1 order by question", [base]);
    return rows.map(({ question }) => question);
  };
  const generated = async (base) => (await api.get(at(`/knowledge/qas/work?baseId=${base}`))).generation;
  const begin = async (name) => {
    const base = await makeBase(name);
    const { id } = await upload(base, "items.txt", `${words.join("")}${name}.`);
    await ready(id);
    await api.post(at("/knowledge/qas/generate"), { baseId: base, fileIds: [id], count: 100 });
    return base;
  };
  const ended = (base) => until(async () => (await generated(base)).status === "done", READ_MS);
  const calm = await begin("Calm pairs");
  await ended(calm);
  const calls = asked("each with its answer").length;
  assert.ok(calls > 4, `${calls} calls`);
  const base = await begin("Killed pairs");
  for (let kills = 0; kills < 2; kills++) {
    assert.ok(await killAtCall(2, async () => false, "onChat"));
    await start();
  }
  await ended(base);
  assert.deepEqual(await questions(base), await questions(calm));
  assert.equal(asked("each with its answer").length, 2 * calls + 2, "only what was under way was asked again");
});

test("kill -9 while questions of a gap are asked again: each once, and their asker is told once", async () => {
  const base = await makeBase("Gaps");
  const ask = async (n) => {
    const headers = { authorization: api.token, "content-type": "application/json" };
    const body = { modelId: readerId, baseIds: [base], question: `Who pays for the visa of trip ${n}?` };
    const response = await fetch(at("/knowledge/answer"), { method: "POST", headers, body: JSON.stringify(body) });
    assert.equal(response.status, 200);
    await response.text();
  };
  for (let n = 0; n < ASKED; n++) await ask(n);
  const findings = () => query("select id from knowledge_findings where base_id = $1", [base]);
  await until(async () => (await findings()).length === ASKED, READ_MS);
  await api.post(at("/knowledge-operations/gaps/finding"), { baseId: base });
  const gaps = async () => (await api.get(at(`/knowledge-operations/gaps?baseId=${base}`))).items;
  await until(async () => (await gaps()).reduce((sum, { questions }) => sum + questions, 0) === ASKED, READ_MS);
  const [gap, ...others] = await gaps();
  assert.deepEqual(others, []);
  const { id } = await upload(
    base,
    "visa.txt",
    "The company pays for the visa of every trip, whoever asks: trip 1 or trip 2.",
  );
  await ready(id);
  const detail = () => api.get(at(`/knowledge-operations/gaps/${gap.id}`));
  await api.post(at(`/knowledge-operations/gaps/${gap.id}/fixed`), {});
  for (let kills = 0; kills < 2; kills++) {
    assert.ok(await killAtCall(3, async () => false, "onChat"));
    await start();
  }
  await until(async () => (await detail()).state !== "fixed", READ_MS);
  const { state, checks } = await detail();
  assert.deepEqual(
    { state, passed: checks.passed, total: checks.total },
    { state: "verified", passed: ASKED, total: ASKED },
  );
  const [told] = await query("select count(*)::int count from notifications where kind = 'gapVerified'");
  assert.equal(told.count, 1);
  const kept = await query("select finding_id from gap_checks where gap_id = $1", [gap.id]);
  assert.equal(kept.length, ASKED);
});
