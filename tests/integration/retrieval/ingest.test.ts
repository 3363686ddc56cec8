import { and, asc, count, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { findReadySet, removeReplaced } from "@/db/queries/retrieval/retrieval";
import { embeddingCache, sliceSets, slices, sliceVectors } from "@/db/schema/retrieval";
import * as builtin from "@/lib/models/builtin/embedding";
import { protocolOf } from "@/lib/models/protocols";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import type { Protocol } from "@/lib/models/types";
import { embeddedText } from "@/lib/retrieval/build";
import { gatherContext } from "@/lib/retrieval/context";
import { segmentVersion } from "@/lib/retrieval/ingest";
import { rerankHits, search } from "@/lib/retrieval/search";
import type { Segmentation } from "@/lib/retrieval/types";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { buildSet, makeVersion, parsedText } from "@/tests/factories/versions";

let protocol: Protocol;
const READING: Segmentation = { mode: "single", maxTokens: 60, overlap: 10 };
const TOPICS = ["harbour", "glacier", "orchard", "railway", "library", "volcano", "theatre", "vineyard"];

/** A hundred and sixty paragraphs on eight topics: two batches of slices. */
function book(seed: string) {
  return parsedText(
    Array.from({ length: 160 }, (_, at) => {
      const topic = TOPICS[at % TOPICS.length];
      if (at % 20 === 0) return `# Chapter ${at / 20 + 1} ${seed}`;
      return `Paragraph ${at} of ${seed} speaks of the ${topic} and its keeper number ${at}. The ${topic} opened in ${1800 + at}, 港口编号${at}。`;
    }),
  );
}

let owner: Person;
let other: Person;
const signal = new AbortController().signal;

beforeAll(async () => {
  protocol = await protocolOf(BUILTIN_TEMPLATE);
  await onlyBuiltinModels();
  [owner, other] = [await makePerson(), await makePerson()];
});

async function ingest(person: Person, seed: string) {
  const { versionId } = await makeVersion(person.id);
  const text = book(seed);
  const made = await segmentVersion({ ...text, versionId, owner: "reading", segmentation: READING, signal });
  await buildSet({ setId: made.setId, viewer: person.actor, app: "document", signal });
  return { versionId, text, ...made };
}

const countOf = async (setId: string) => {
  const [a] = await db().select({ n: count() }).from(slices).where(eq(slices.setId, setId));
  const [b] = await db().select({ n: count() }).from(sliceVectors).where(eq(sliceVectors.setId, setId));
  return [a?.n, b?.n];
};

const setsOf = (versionId: string) =>
  db().select().from(sliceSets).where(eq(sliceSets.versionId, versionId)).orderBy(asc(sliceSets.createdAt));

test("slices are real ranges of the text, cover it, and each has a vector", async () => {
  const { setId, slices: made, text, tokens } = await ingest(owner, "alpha");
  const rows = await db().select().from(slices).where(eq(slices.setId, setId)).orderBy(asc(slices.ordinal));
  expect(rows).toHaveLength(made);
  expect(await countOf(setId)).toEqual([made, made]);
  expect(rows.map(({ ordinal }) => ordinal)).toEqual(rows.map((_, at) => at));
  let end = 0;
  for (const row of rows) {
    expect(text.text.slice(row.from, row.to)).toBe(row.text);
    expect(text.text.slice(end, row.from).trim()).toBe("");
    expect(row.tokens).toBeLessThanOrEqual(READING.maxTokens);
    end = row.to;
  }
  expect(text.text.slice(end).trim()).toBe("");
  expect(tokens).toBe(rows.reduce((sum, row) => sum + row.tokens, 0));
  expect(rows.at(-1)?.heading).toBe("Chapter 8 alpha");
});

test("words, figures, Chinese and meaning find the slice; only the sets named are searched", async () => {
  const mine = await ingest(owner, "beta");
  const theirs = await ingest(other, "gamma");
  for (const mode of ["union", "intersection", "vector", "lexical"] as const) {
    const request = {
      app: "document",
      setIds: [mine.setId],
      query: "When did the glacier of keeper 41 open?",
      topK: 5,
      mode,
    };
    const { hits, timings } = await search(owner.actor, request);
    expect(hits[0]?.text).toContain("1841");
    expect(hits.every(({ setId, versionId }) => setId === mine.setId && versionId === mine.versionId)).toBe(true);
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
    expect(hits.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
    expect(timings.lexical + timings.vector).toBeGreaterThan(0);
  }
  const chinese = await search(other.actor, {
    app: "document",
    setIds: [theirs.setId],
    query: "港口编号77在哪里",
    topK: 1,
    mode: "union",
  });
  expect(chinese.hits[0]?.text).toContain("港口编号77");
  const none = await search(owner.actor, { app: "document", setIds: [], query: "glacier", topK: 5, mode: "union" });
  expect(none.hits).toEqual([]);
  const empty = await search(owner.actor, {
    app: "document",
    setIds: [mine.setId],
    query: "  ",
    topK: 5,
    mode: "union",
  });
  expect(empty.hits).toEqual([]);
});

test("the built-in vectors part what words find alike, and do not outweigh them", async () => {
  const signals = ["harbour harbour harbour harbour", "harbour of glaciers", "glaciers and their harbours in winter"];
  const { versionId } = await makeVersion(owner.id);
  const segmentation = { mode: "separator" as const, maxTokens: 60, overlap: 0, separators: [{ text: "\n" }] };
  const made = await segmentVersion({ ...parsedText(signals), versionId, owner: "reading", segmentation, signal });
  await buildSet({ setId: made.setId, viewer: owner.actor, app: "document", signal });
  const request = { app: "document", setIds: [made.setId], query: "harbour glaciers winter", topK: 5 };
  const { hits } = await search(owner.actor, { ...request, mode: "union" });
  const byWords = await search(owner.actor, { ...request, mode: "lexical" });
  expect(hits.map(({ sliceId }) => sliceId)).toEqual(byWords.hits.map(({ sliceId }) => sliceId));
  for (const { score, scores } of hits)
    expect(score).toBeCloseTo(0.85 * (scores.lexical ?? 0) + 0.15 * (scores.vector ?? 0), 6);
});

test("a reranker orders the hits", async () => {
  const { setId } = await ingest(owner, "delta");
  const query = "keeper number 53 theatre";
  const { hits: found } = await search(owner.actor, {
    app: "document",
    setIds: [setId],
    query,
    topK: 20,
    mode: "union",
  });
  const { rerankModelId: modelId } = await rerankModel();
  const hits = await rerankHits(owner.actor, { app: "document", query, hits: found, modelId });
  expect(hits).toHaveLength(found.length);
  expect(hits[0]?.text).toContain("1853");
  expect(hits[0]?.scores.rerank).toBe(hits[0]?.score);
});

async function rerankModel() {
  const { listUsableModels } = await import("@/lib/models/registry");
  const model = (await listUsableModels(owner.actor)).find(({ type }) => type === "rerank");
  return { rerankModelId: model!.id };
}

test("stopped at any batch and begun again: every slice once, one set", async () => {
  const { versionId } = await makeVersion(owner.id);
  const text = book("epsilon");
  const input = { ...text, versionId, owner: "reading", segmentation: READING };
  const whole = await segmentVersion({ ...input, signal });
  for (let stopAt = 1; stopAt <= 2; stopAt++) {
    const stop = new AbortController();
    let seen = 0;
    const onProgress = () => {
      if (++seen === stopAt) stop.abort();
    };
    await expect(segmentVersion({ ...input, signal: stop.signal, onProgress })).rejects.toThrow();
    expect(seen).toBe(stopAt);
  }
  const again = await segmentVersion({ ...input, signal });
  expect(again.slices).toBe(whole.slices);
  expect((await setsOf(versionId)).map(({ id }) => id)).toEqual([again.setId]);
  expect(await countOf(again.setId)).toEqual([whole.slices, 0]);
});

test("building goes on where it was stopped and buys nothing twice", async () => {
  const { versionId } = await makeVersion(owner.id);
  const text = book("zeta");
  const { setId, slices: made } = await segmentVersion({
    ...text,
    versionId,
    owner: "reading",
    segmentation: READING,
    signal,
  });
  const embed = jest.spyOn(protocol, "embed");
  const bought = () => embed.mock.calls.reduce((sum, [, request]) => sum + request.inputs.length, 0);
  const stop = new AbortController();
  let batches = 0;
  const onProgress = () => {
    if (++batches === 2) stop.abort();
  };
  await expect(
    buildSet({ setId, viewer: owner.actor, app: "document", signal: stop.signal, onProgress }),
  ).rejects.toThrow();
  expect(await findReadySet(db(), versionId, "reading")).toBeNull();
  const first = bought();
  expect(first).toBeGreaterThan(0);
  await buildSet({ setId, viewer: owner.actor, app: "document", signal });
  expect(bought()).toBe(made);
  expect(await countOf(setId)).toEqual([made, made]);
  // Cut again in the same way: all from the cache, and the set before answers no more when the new one does.
  const next = await segmentVersion({ ...text, versionId, owner: "reading", segmentation: READING, signal });
  expect((await findReadySet(db(), versionId, "reading"))?.id).toBe(setId);
  await buildSet({ setId: next.setId, viewer: owner.actor, app: "document", signal });
  expect(bought()).toBe(made);
  expect((await findReadySet(db(), versionId, "reading"))?.id).toBe(next.setId);
  expect((await setsOf(versionId)).filter(({ replacedAt }) => !replacedAt)).toHaveLength(1);
});

test("what the cache gives away counts as used from then on, once a day", async () => {
  const { versionId, text, setId } = await ingest(owner, "theta");
  const hashesOf = (rows: { heading: string; text: string }[]) => rows.map((row) => embeddedText(row).sha256);
  const [long, lately] = hashesOf(await db().select().from(slices).where(eq(slices.setId, setId)).limit(2));
  const setUsed = (sha256: string, at: Date) =>
    db().update(embeddingCache).set({ usedAt: at }).where(eq(embeddingCache.sha256, sha256));
  const usedOf = async (sha256: string) =>
    (await db().select().from(embeddingCache).where(eq(embeddingCache.sha256, sha256)))[0]!.usedAt.getTime();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const before = hoursAgo(3);
  await setUsed(long!, hoursAgo(49));
  await setUsed(lately!, before);
  const next = await segmentVersion({ ...text, versionId, owner: "reading", segmentation: READING, signal });
  await buildSet({ setId: next.setId, viewer: owner.actor, app: "document", signal });
  expect(await usedOf(long!)).toBeGreaterThan(hoursAgo(1).getTime());
  expect(await usedOf(lately!)).toBe(before.getTime());
});

test("a search that named a set before it was cut anew still finds; what is named afterwards is the new one alone", async () => {
  const { versionId, setId, text } = await ingest(owner, "epsilon");
  const again = await segmentVersion({ ...text, versionId, owner: "reading", segmentation: READING, signal });
  await buildSet({ setId: again.setId, viewer: owner.actor, app: "document", signal });
  const request = { app: "document", query: "keeper of the harbour", topK: 3, mode: "union" as const };
  const { hits } = await search(owner.actor, { ...request, setIds: [setId] });
  expect(hits.map((hit) => hit.setId)).toEqual([setId, setId, setId]);
  expect(await findReadySet(db(), versionId, "reading")).toMatchObject({ id: again.setId });
  // The next cut does not take the replaced one for an attempt of its own.
  const third = await segmentVersion({ ...text, versionId, owner: "reading", segmentation: READING, signal });
  expect((await setsOf(versionId)).map(({ id }) => id)).toEqual([setId, again.setId, third.setId]);
  await removeReplaced(db(), new Date());
  expect((await setsOf(versionId)).map(({ id }) => id)).toEqual([again.setId, third.setId]);
  expect((await search(owner.actor, { ...request, setIds: [setId] })).hits).toEqual([]);
});

test("a set of another owner stays when one is built", async () => {
  const { versionId } = await ingest(owner, "eta");
  const text = book("eta");
  const base = await segmentVersion({ ...text, versionId, owner: "a-base", segmentation: READING, signal });
  await buildSet({ setId: base.setId, viewer: owner.actor, app: "document", signal });
  expect((await setsOf(versionId)).map((set) => [set.owner, set.isReady])).toEqual([
    ["reading", true],
    ["a-base", true],
  ]);
});

test("a model with too long vectors is refused plainly, and a shorter size asked for first", async () => {
  // As one that was never asked before, and is never asked again: a model whose vectors change their length is refused.
  await db().delete(embeddingCache);
  const { versionId } = await makeVersion(owner.id);
  const text = parsedText(["One sentence about nothing that was ever written before, theta."]);
  const { setId } = await segmentVersion({ ...text, versionId, owner: "reading", segmentation: READING, signal });
  const embed = jest
    .spyOn(protocol, "embed")
    .mockImplementation(async (_way, { inputs }) => ({ vectors: inputs.map(() => new Array(3072).fill(0.1)) }));
  await expect(buildSet({ setId, viewer: owner.actor, app: "document", signal })).rejects.toMatchObject({
    key: "vectorsTooLong",
  });
  expect(embed.mock.calls.map(([, { dimensions }]) => dimensions)).toEqual([undefined, 1024]);
  embed.mockImplementation(async (_way, { inputs, dimensions }) => ({
    vectors: inputs.map((input) => builtin.lexicalVector(input, dimensions ?? 3072)),
  }));
  await buildSet({ setId, viewer: owner.actor, app: "document", signal });
  const [row] = await db()
    .select({ dimensions: sliceVectors.dimensions })
    .from(sliceVectors)
    .where(and(eq(sliceVectors.setId, setId)));
  expect(row?.dimensions).toBe(1024);
  const { hits } = await search(owner.actor, {
    app: "document",
    setIds: [setId],
    query: "nothing written",
    topK: 1,
    mode: "vector",
  });
  expect(hits).toHaveLength(1);
  await db().delete(embeddingCache);
});

test("short documents are given whole, long ones by what answers, in order and within the budget", async () => {
  const long = await ingest(owner, "iota");
  const { versionId } = await makeVersion(owner.id, "short.txt");
  const text = parsedText(["The password of the cellar is marzipan.", "Nobody else knows it."]);
  const short = await segmentVersion({ ...text, versionId, owner: "reading", segmentation: READING, signal });
  await buildSet({ setId: short.setId, viewer: owner.actor, app: "document", signal });
  const sets = [
    { setId: long.setId, versionId: long.versionId, name: "long.txt", tokens: long.tokens },
    { setId: short.setId, versionId, name: "short.txt", tokens: short.tokens },
  ];
  const input = { app: "document", sets, query: "When did the railway with keeper 91 open?", budgetTokens: 900 };
  const given = await gatherContext(owner.actor, input);
  expect(given.tokens).toBeLessThanOrEqual(900);
  expect(given.wholeVersionIds).toEqual([versionId]);
  expect(given.passages.map(({ n }) => n)).toEqual(given.passages.map((_, at) => at + 1));
  const ofLong = given.passages.filter((passage) => passage.versionId === long.versionId);
  expect(ofLong.some((passage) => passage.text.includes("1891"))).toBe(true);
  expect(ofLong[0]?.from).toBe(0);
  for (const [at, passage] of ofLong.entries()) {
    expect(long.text.text.slice(passage.from, passage.to)).toBe(passage.text);
    if (at > 0) expect(passage.from).toBeGreaterThanOrEqual(ofLong[at - 1]!.to);
  }
  expect(await gatherContext(owner.actor, input)).toEqual(given);
  const all = await gatherContext(owner.actor, { ...input, budgetTokens: 100_000 });
  expect(all.wholeVersionIds).toEqual([long.versionId, versionId]);
});

afterAll(async () => {
  // Nothing in the cache was written by a call that failed.
  const [row] = await db().select({ n: count() }).from(embeddingCache);
  expect(row?.n).toBeGreaterThan(0);
});
