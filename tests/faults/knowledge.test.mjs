// Crashes while files of a knowledge base are made searchable, with the real product and a supplier that counts what is bought
// from it. `npm run test:faults`; TEST_COUNTS=full kills more often.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  api,
  at,
  bought,
  kill,
  killAtCall,
  lookInBetween,
  makeBase,
  pagesRead,
  QUESTION,
  query,
  READ_MS,
  read,
  ready,
  send,
  start,
  supplierId,
  upload,
  withProduct,
} from "./knowledge-harness.mjs";
import { largeDocx, scannedPdf } from "./large-files.mjs";
import { until } from "./product.mjs";

const PARAGRAPHS = 12_000;
/** More kills in one stage than a task may break off without getting any further. */
const ROUNDS = process.env.TEST_COUNTS === "full" ? 12 : 4;
/** Calls for vectors between two kills: more than are under way at a time. */
const CALLS = 6;
/** Texts under way at a kill: four calls of 25. */
const IN_FLIGHT = 100;
const PAGES = 6;

withProduct();

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
