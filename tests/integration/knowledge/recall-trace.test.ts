import { eq } from "drizzle-orm";
import { POST as costRoute } from "@/app/api/knowledge/bases/[id]/recall-cost/route";
import { POST as lookRoute } from "@/app/api/knowledge/bases/[id]/recall-look/route";
import { POST as traceRoute } from "@/app/api/knowledge/bases/[id]/recall-trace/route";
import { POST as previewRoute } from "@/app/api/knowledge/bases/[id]/retrieval/preview/route";
import { PATCH as changeBaseRoute } from "@/app/api/knowledge/bases/[id]/route";
import { PATCH as changeFileRoute } from "@/app/api/knowledge/files/[id]/route";
import { POST as changeSliceRoute } from "@/app/api/knowledge/slices/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { insertPrice, listChannelsOf } from "@/db/queries/models/models";
import { knowledgeFiles } from "@/db/schema/knowledge";
import type { OwnRetrieval } from "@/lib/config/knowledge-retrieval";
import type { LookDto } from "@/lib/features/knowledge/retrieval-dto";
import type { RecallCostDto, RecallLookDto, TraceDto } from "@/lib/features/knowledge/trace-dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { invalidateModels } from "@/lib/models/registry";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { addFiles, granted, makeBase } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let reading: string;
let reranking: string;
let owner: Person;
let manager: Person;
let stranger: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  reading = await makeModel(fake.url, "fake-reader");
  reranking = await makeModel(fake.url, "fake-rerank", { type: "rerank" });
  [owner, manager, stranger] = [await makePerson(), await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const BOOK = [
  "Alpha opens the yard at dawn.",
  "Bravo counts the lorries at the gate.",
  "Charlie paints the harbour lanterns red.",
  "Delta waters the northern garden.",
  "Echo sweeps the long corridor.",
  "Foxtrot mends harbour ropes in winter.",
  "Golf locks the yard at night.",
  "Hotel paints the harbour too, which is beside the point.",
];
const QUESTION = "Who works at the harbour?";

const at = (person: Person, id: string) => ({ token: person.token, params: { id } });
const look = (person: Person, id: string, settings: OwnRetrieval, question = QUESTION) =>
  answer<RecallLookDto>(lookRoute, { ...at(person, id), body: { question, settings } });
const trace = (person: Person, id: string, body: object) =>
  answer<TraceDto>(traceRoute, { ...at(person, id), body: { question: QUESTION, settings: {}, ...body } });

async function makeBook(lines: readonly string[] = BOOK, name = "book.txt") {
  const base = await makeBase(owner, { visibility: "partial", grants: [granted("user", manager.id, "manage")] });
  const segmentation = JSON.stringify({ mode: "separator", separators: [{ text: "---" }] });
  const { data } = await addFiles(owner, base, [{ name, bytes: lines.join("---") }], { segmentation });
  await runTasksOf(data!.items[0]!.versionId!);
  return { base, file: data!.items[0]!.id! };
}

/** Slices by the letter they begin with. */
const lettersOf = ({ slices }: RecallLookDto) => new Map(slices.map(({ text, sliceId }) => [text[0]!, sliceId]));

describe("a look at the stages of a search", () => {
  it("chooses what the settings choose, and has every list with what each slice scored", async () => {
    const { base } = await makeBook();
    const settings = { selectedCount: 2, topK: 4, rerankModelId: reranking, minScore: 0.3 };
    const found = (await look(owner, base, settings)).data!;
    const preview = await answer<{ saved: LookDto; draft: LookDto }>(previewRoute, {
      ...at(owner, base),
      body: { question: QUESTION, settings },
    });
    const selected = preview.data!.draft.slices.filter(({ cut, neighbourOf }) => !cut && !neighbourOf);
    expect(found.chosen.map(({ sliceId }) => sliceId)).toEqual(selected.map(({ sliceId }) => sliceId));
    const cuts = (slices: readonly { sliceId: string; cut: string | null }[]) =>
      new Map(slices.flatMap(({ sliceId, cut }) => (cut ? [[sliceId, cut] as const] : [])));
    expect(cuts(found.left)).toEqual(cuts(preview.data!.draft.slices));
    expect(found.lists.merged).toHaveLength(4);
    expect(found.lists.reranked!.map(({ score }) => score)).toEqual(
      found.lists.reranked!.map(({ score }) => score).sort((a, b) => b - a),
    );
    expect(found.lists.words[0]!.score).toBe(1);
    const [first] = found.chosen;
    const slice = found.slices.find(({ sliceId }) => sliceId === first!.sliceId)!;
    expect(slice.scores.rerank).toBe(first!.score);
    expect(slice.marks.map(({ from, to }) => slice.text.slice(from, to))).toContain("harbour");
    expect(found.timings.all).toBeGreaterThan(0);
  });

  it("says what the models that read along cost at most, before they do", async () => {
    const { base } = await makeBook();
    const [channel] = await listChannelsOf(db(), reading);
    const price = { currency: "CNY", inputPerMillion: 10_000_000, outputPerMillion: 20_000_000 };
    await insertPrice(db(), { channelId: channel!.id, ...price, validFrom: "2020-01-01" });
    invalidateModels();
    const before = fake.state.requests.length;
    const costs = async (person: Person, settings: OwnRetrieval) =>
      answer<RecallCostDto>(costRoute, { ...at(person, base), body: { settings } });
    const settings = { rewriteEnabled: false, filterModelId: reading, rerankModelId: reranking };
    const { calls } = (await costs(owner, settings)).data!;
    expect(calls.map(({ helper }) => helper)).toEqual(["rerank", "filter"]);
    expect(calls[1]!.cost!.micros).toBeGreaterThan(0);
    expect(calls[0]!.cost).toBeNull();
    expect((await costs(owner, { rewriteEnabled: false })).data!.calls).toEqual([]);
    expect(await costs(stranger, settings)).toMatchObject({ code: 404 });
    expect(fake.state.requests).toHaveLength(before);
  });
});

describe("the tracer", () => {
  it.each<[string, () => OwnRetrieval]>([
    ["few are found and chosen", () => ({ topK: 3, selectedCount: 1 })],
    ["both sides must agree", () => ({ mode: "intersection", selectedCount: 2 })],
    ["a reranker is strict", () => ({ rerankModelId: reranking, minScore: 0.7, selectedCount: 8 })],
    ["a reranker is strict and few are chosen", () => ({ rerankModelId: reranking, minScore: 0.5, selectedCount: 1 })],
  ])("is right about every slice where %s: what it proposes keeps it", async (_, of) => {
    const settings = of();
    const { base } = await makeBook();
    const all = (await look(owner, base, { topK: 100 })).data!;
    const chosen = new Set((await look(owner, base, settings)).data!.chosen.map(({ sliceId }) => sliceId));
    let proposed = 0;
    for (const sliceId of lettersOf(all).values()) {
      const { cut, changes, lists } = (await trace(owner, base, { settings, target: { sliceId } })).data!;
      expect([sliceId, cut === null]).toEqual([sliceId, chosen.has(sliceId)]);
      expect(lists!.vectors!.rank).toBeGreaterThan(0);
      for (const change of changes) {
        proposed++;
        const then = (await look(owner, base, { ...settings, ...change })).data!;
        expect(then.chosen.map((one) => one.sliceId)).toContain(sliceId);
      }
    }
    expect(proposed).toBeGreaterThan(0);
  });

  it("names the setting and the smallest change", async () => {
    const { base } = await makeBook();
    const settings = { selectedCount: 1 };
    const found = (await look(owner, base, settings)).data!;
    const second = found.left.find(({ cut }) => cut === "selection")!;
    const traced = (await trace(owner, base, { settings, target: { sliceId: second.sliceId } })).data!;
    expect(traced).toMatchObject({ cut: "selectedCount", changes: [{ selectedCount: 2 }], asksModel: false });
    expect(traced.lists).toMatchObject({ merged: { rank: 2 }, reranked: null, left: { rank: 2 } });
  });

  it("ranks slices that stand behind every candidate, in the whole base", async () => {
    const lines = Array.from(
      { length: 220 },
      (_, index) => `Row ${index}: ${"harbour work ".repeat(1 + (index % 13))}${"calm ".repeat(index)}`,
    );
    const { base } = await makeBook(lines);
    const settings: OwnRetrieval = { topK: 100, rewriteEnabled: false };
    const found = (await look(owner, base, settings)).data!;
    for (const [side, list] of [
      ["words", found.lists.words],
      ["vectors", found.lists.vectors!],
    ] as const)
      for (const index of [0, 7, 99]) {
        const target = { sliceId: list[index]!.sliceId };
        const place = (await trace(owner, base, { settings, target })).data!.lists![side]!;
        expect(place).toMatchObject({ rank: index + 1, of: 220 });
        expect(place.score).toBeCloseTo(list[index]!.score, 6);
      }
    const known = new Set([...found.lists.words, ...found.lists.vectors!].map(({ sliceId }) => sliceId));
    const beyond: number[] = [];
    for (let index = 0; index < 220 && beyond.length < 3; index++) {
      const traced = (await trace(owner, base, { settings, target: { words: lines[index]!.trim() } })).data!;
      if (known.has(traced.target!.sliceId)) continue;
      expect(traced).toMatchObject({ cut: "candidates", changes: [] });
      beyond.push(traced.lists!.words.rank!, traced.lists!.vectors!.rank!);
    }
    expect(beyond.length).toBeGreaterThan(0);
    for (const rank of beyond) expect(rank).toBeGreaterThan(100);
  });

  it("finds pasted words, and says where no slice has them", async () => {
    const { base, file } = await makeBook();
    const words = (text: string) => trace(owner, base, { target: { words: text } });
    const exact = (await words("charlie  PAINTS the\nharbour lanterns")).data!;
    expect(exact.target).toMatchObject({ by: "exact", fileName: "book.txt", fileId: file });
    const likely = (await words("Charlie paints all harbour lanterns in red")).data!;
    expect(likely.target).toMatchObject({ by: "likely", sliceId: exact.target!.sliceId });
    expect((await words("Zeppelins land on Tuesdays")).data).toMatchObject({ target: null, lists: null, unready: 0 });
    const off = { ...at(owner, exact.target!.sliceId), body: { kind: "disable", reason: "old" } };
    expect(await answer(changeSliceRoute, off)).toMatchObject({ code: 200 });
    expect((await words("Charlie paints the harbour lanterns")).data).toMatchObject({
      target: { by: "exact" },
      cut: "disabled",
      lists: null,
    });
    await db()
      .update(knowledgeFiles)
      .set({ validUntil: new Date(Date.now() - 1000) })
      .where(eq(knowledgeFiles.id, file));
    expect((await words("Delta waters the northern garden.")).data).toMatchObject({
      target: { by: "exact" },
      cut: "expired",
    });
  });

  it("reports what a model decided, and does not ask it again where a look has told", async () => {
    const { base } = await makeBook();
    const settings: OwnRetrieval = { filterModelId: reading, rewriteEnabled: false };
    const found = (await look(owner, base, settings)).data!;
    const hotel = lettersOf(found).get("H")!;
    expect(found.left).toContainEqual(expect.objectContaining({ sliceId: hotel, cut: "filter" }));
    const seen = { queries: found.queries, filtered: [hotel], unchosen: [], failed: [] };
    const before = fake.state.requests.length;
    const told = await trace(owner, base, { settings, target: { sliceId: hotel }, seen });
    expect(told.data).toMatchObject({ cut: "filter", changes: [], asksModel: true });
    expect(fake.state.requests).toHaveLength(before);
    expect((await trace(owner, base, { settings, target: { sliceId: hotel } })).data).toMatchObject({ cut: "filter" });
    expect(fake.state.requests).toHaveLength(before + 1);
  });

  it("is for those who manage the base, and never tells of a slice or a file of another's", async () => {
    const { base, file } = await makeBook();
    const { base: foreign } = await makeBook(["Zulu guards the vault."], "vault.txt");
    const mine = (await look(owner, base, {})).data!.chosen[0]!.sliceId;
    const target = { sliceId: mine };
    expect(await look(stranger, base, {})).toMatchObject({ code: 404 });
    expect(await trace(stranger, base, { target })).toMatchObject({ code: 404 });
    expect(await trace(owner, foreign, { target })).toMatchObject({ code: 404 });
    expect(await trace(manager, base, { target })).toMatchObject({ code: 200 });
    const hidden = { ...at(owner, file), method: "PATCH", body: { visibility: "self" } };
    expect(await answer(changeFileRoute, hidden)).toMatchObject({ code: 200 });
    expect(await trace(manager, base, { target })).toMatchObject({ code: 404 });
    const words = { target: { words: BOOK[2]! } };
    expect((await trace(manager, base, words)).data).toMatchObject({ target: null, unready: 0 });
    expect((await look(manager, base, {})).data!.slices).toEqual([]);
    const withdrawn = {
      ...at(owner, base),
      method: "PATCH",
      body: { visibility: "partial", grants: [granted("user", manager.id)] },
    };
    expect(await answer(changeBaseRoute, withdrawn)).toMatchObject({ code: 200 });
    for (const refused of [await look(manager, base, {}), await trace(manager, base, words)])
      expect(refused).toMatchObject({ code: 404 });
  });
});
