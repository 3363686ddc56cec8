// Crashes while pairs of a knowledge base are imported and made, and while questions of a gap are asked again.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  api,
  at,
  bought,
  fake,
  kill,
  killAtCall,
  makeBase,
  query,
  READ_MS,
  readerId,
  ready,
  send,
  start,
  upload,
  withProduct,
} from "./knowledge-harness.mjs";
import { until } from "./product.mjs";

/** Calls for vectors between two kills: more than are under way at a time. */
const CALLS = 6;
/** Texts under way at a kill: four calls of 25. */
const IN_FLIGHT = 100;
/** Rows of a table of pairs; 50 are taken in at a time. */
const PAIRS = 2000;
/** Paragraphs pairs are made of, and questions of a gap. */
const MADE = 600;
const ASKED = 8;

withProduct();

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
