import { count, eq } from "drizzle-orm";
import { POST as resegmentRoute } from "@/app/api/knowledge/files/[id]/resegment/route";
import { GET as decisionsRoute } from "@/app/api/knowledge/files/[id]/slice-decisions/route";
import { POST as addRoute, GET as listRoute } from "@/app/api/knowledge/files/[id]/slices/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { POST as decideRoute } from "@/app/api/knowledge/slice-decisions/[id]/route";
import { POST as rollbackRoute } from "@/app/api/knowledge/slice-edits/[id]/rollback/route";
import { POST as changeRoute, GET as sliceRoute } from "@/app/api/knowledge/slices/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { handSlices } from "@/db/schema/knowledge";
import { embeddingCache, sliceSets, sliceVectors } from "@/db/schema/retrieval";
import type {
  KnowledgeFileDto,
  RecallDto,
  SliceDecisionsDto,
  SliceDto,
  SliceLineDto,
  SlicesDto,
} from "@/lib/features/knowledge/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { readPiece } from "@/lib/parsing/store";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { addFiles, granted, makeBase } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

let owner: Person;
let colleague: Person;
let reader: Person;
let base: string;
let file: KnowledgeFileDto;

const THINGS = ["hotel", "taxi", "train", "flight", "parking", "visa", "phone", "laundry"];
const RULES = THINGS.map(
  (thing) => `Rule on ${thing}: the ${thing} costs of a journey are paid back within ten days of the claim.`,
).join("\n\n");
const CUT = { mode: "separator", maxTokens: 60, overlap: 0, separators: [{ text: "Rule on", regex: true }] };

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [owner, colleague, reader] = [await makePerson(), await makePerson(), await makePerson()];
});
beforeEach(async () => {
  const grants = [granted("user", colleague.id, "manage"), granted("user", reader.id)];
  base = await makeBase(owner, { visibility: "partial", grants });
  const { data } = await addFiles(owner, base, [{ name: "rules.txt", bytes: `${RULES}\n\nBase ${base}` }], {
    segmentation: JSON.stringify(CUT),
  });
  file = data!.items[0]!;
  await runTasksOf(file.versionId);
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const list = async (person: Person, query: Record<string, string> = {}) =>
  answer<SlicesDto>(listRoute, { token: person.token, params: { id: file.id }, query });
const lines = async (query = {}) => (await list(owner, query)).data!.items;
const about = async (thing: string): Promise<SliceLineDto> =>
  (await lines()).find(({ text }) => text.startsWith(`Rule on ${thing}`))!;
const read = async (id: string, person = owner) =>
  answer<SliceDto>(sliceRoute, { token: person.token, params: { id } });
const change = (id: string, body: object, person = owner) =>
  answer<{ editId: string; ids: string[]; current?: Record<string, unknown>; revision?: string; changedBy?: string }>(
    changeRoute,
    { token: person.token, params: { id }, body },
  );
const rollBack = (id: string) =>
  answer<{ editId: string }>(rollbackRoute, { token: owner.token, method: "POST", params: { id } });
const found = async (query: string, person = owner) =>
  (await answer<RecallDto>(recallRoute, { token: person.token, body: { baseIds: [base], query, topK: 3 } })).data!.hits;
const setId = async () =>
  (await db().select().from(sliceSets).where(eq(sliceSets.versionId, file.versionId))).find(({ isReady }) => isReady)!
    .id;
async function resegment(segmentation: object) {
  const made = await answer(resegmentRoute, { token: owner.token, params: { id: file.id }, body: { segmentation } });
  expect(made.code).toBe(200);
  await runTasksOf(file.versionId);
}
const bought = async () => (await db().select({ count: count() }).from(embeddingCache))[0]!.count;

/** What every set must hold whatever was done to it. */
async function expectWhole() {
  const items = await lines();
  const set = await setId();
  const [vectors] = await db().select({ count: count() }).from(sliceVectors).where(eq(sliceVectors.setId, set));
  expect(vectors!.count).toBe(items.filter(({ isDisabled }) => !isDisabled).length);
  expect((await list(owner)).data!.counts.all).toBe(items.length);
  const { text } = (await readPiece(file.versionId, 0))!;
  let end = 0;
  for (const { from, to, isHand } of items) {
    if (isHand) continue;
    expect(text.slice(end, Math.max(end, from)).trim() === "" || items.some((one) => one.isHand)).toBe(true);
    end = Math.max(end, to);
  }
}

describe("slices of a file", () => {
  it("are listed for whoever may use the base, and changed by those who manage it", async () => {
    expect((await list(reader)).data).toMatchObject({ counts: { all: 8, hand: 0 }, file: { mayManage: false } });
    expect((await list(colleague)).data!.file.mayManage).toBe(true);
    const stranger = await makePerson();
    expect((await list(stranger)).code).toBe(404);
    const { id } = await about("taxi");
    for (const person of [reader, stranger]) {
      expect((await read(id, person)).code).toBe(404);
      expect((await change(id, { kind: "edit", text: "Mine." }, person)).code).toBe(404);
    }
    expect((await lines({ keyword: "laundry" })).map(({ number }) => number)).toEqual([8]);
  });

  it("answer with their new words at once, and only they are embedded again", async () => {
    const { id, from, to } = await about("taxi");
    const before = await bought();
    const { data } = await change(id, { kind: "edit", text: "Rule on taxi: a rickshaw counts as a taxi." });
    expect(data!.ids).toEqual([id]);
    expect((await found("rickshaw"))[0]).toMatchObject({
      sliceId: id,
      from,
      to,
      text: expect.stringContaining("rickshaw"),
    });
    await runTasksOf(await setId());
    expect(await bought()).toBe(before + 1);
    await expectWhole();
    const { data: slice } = await read(id);
    expect(slice).toMatchObject({
      isHand: true,
      original: expect.stringContaining("ten days"),
      edits: [{ action: "edit", by: owner.account }],
    });
    await rollBack(data!.editId);
    expect((await read(id)).data).toMatchObject({ isHand: false, text: expect.stringContaining("ten days") });
    expect((await found("rickshaw")).filter(({ scores }) => scores.lexical)).toEqual([]);
  });

  it("tell the second of two editors what the first wrote, and lose neither", async () => {
    const { id } = await about("train");
    const { revision } = (await read(id)).data!;
    await change(id, { kind: "edit", text: "First words.", revision }, colleague);
    const refused = await change(id, { kind: "edit", text: "Second words.", revision });
    expect(refused).toMatchObject({
      code: 409,
      data: { current: { text: "First words." }, changedBy: colleague.account },
    });
    const again = await change(id, { kind: "edit", text: "Second words.", revision: refused.data!.revision });
    expect(again.code).toBe(200);
    expect((await read(id)).data!.edits.map(({ by, after }) => [by, after])).toEqual([
      [owner.account, "Second words."],
      [colleague.account, "First words."],
    ]);
  });

  it("are split, joined, moved, added and switched off, and each is taken back", async () => {
    const { id, text } = await about("flight");
    const was = (await lines()).map(({ text }) => text);
    const split = await change(id, { kind: "split", at: text.indexOf("the flight") });
    expect((await lines()).slice(3, 5).map(({ text }) => text)).toEqual(["Rule on flight:", text.slice(16)]);
    await expectSame(split.data!.editId, was);
    const merge = await change(id, { kind: "merge", with: "next" });
    expect((await lines()).map(({ text }) => text)[3]).toMatch(/^Rule on flight.*\n+Rule on parking/s);
    expect((await list(owner)).data!.counts.all).toBe(7);
    await expectSame(merge.data!.editId, was);
    const move = await change(id, { kind: "move", by: -1 });
    expect((await lines()).slice(2, 4).map(({ text }) => text.slice(8, 14))).toEqual(["flight", "train:"]);
    await expectSame(move.data!.editId, was);
    const off = await change(id, { kind: "disable", reason: "Outdated" });
    expect(await about("flight")).toMatchObject({ isDisabled: true, reason: "Outdated" });
    expect((await found("flight costs")).map(({ sliceId }) => sliceId)).not.toContain(id);
    await expectSame(off.data!.editId, was);
    expect((await found("flight costs"))[0]!.sliceId).toBe(id);
    const add = await answer<{ editId: string; ids: string[] }>(addRoute, {
      token: owner.token,
      params: { id: file.id },
      body: { from: 0, to: 13 },
    });
    expect(add.data!.ids).toHaveLength(1);
    expect((await lines()).map(({ text }) => text)).toContain("Rule on hotel");
    await expectSame(add.data!.editId, was);
    await runTasksOf(await setId());
    await expectWhole();
    expect((await change(id, { kind: "edit", text: "word ".repeat(4100).slice(0, 20_000) })).code).toBe(422);
  });

  async function expectSame(editId: string, texts: string[]) {
    expect((await rollBack(editId)).code).toBe(200);
    expect((await lines()).map(({ text }) => text)).toEqual(texts);
    expect((await list(owner)).data!.counts).toMatchObject({ hand: 0, disabled: 0 });
  }
});

describe("a new cut", () => {
  it("keeps what people made, at the same words, and buys no vector twice", async () => {
    await change((await about("taxi")).id, { kind: "edit", text: "Rule on taxi: a rickshaw counts as a taxi." });
    await change((await about("visa")).id, { kind: "disable", reason: "Wrong" });
    await change((await about("phone")).id, { kind: "merge", with: "next" });
    const place = await about("taxi");
    const was = await lines({ show: "hand" });
    await runTasksOf(await setId());
    await resegment({ mode: "single", maxTokens: 30, overlap: 0 });
    const now = await lines({ show: "hand" });
    expect(now.map(({ from, to, text, isDisabled, reason }) => ({ from, to, text, isDisabled, reason }))).toEqual(
      was.map(({ from, to, text, isDisabled, reason }) => ({ from, to, text, isDisabled, reason })),
    );
    expect((await found("rickshaw"))[0]).toMatchObject({ from: place.from, to: place.to });
    expect((await found("visa costs")).map(({ text }) => text).join()).not.toContain("visa costs");
    await expectWhole();
    const before = await bought();
    await resegment(CUT);
    await resegment({ mode: "single", maxTokens: 30, overlap: 0 });
    expect(await bought()).toBe(before);
    expect(await lines({ show: "hand" })).toHaveLength(3);
  });

  it("waits for nobody, and loses no change made while it was under way", async () => {
    await answer(resegmentRoute, {
      token: owner.token,
      params: { id: file.id },
      body: { segmentation: { mode: "single", maxTokens: 30, overlap: 0 } },
    });
    const again = { token: owner.token, params: { id: file.id }, body: { segmentation: CUT } };
    expect((await answer(resegmentRoute, again)).code).toBe(409);
    const { handMade } = await import("@/lib/features/knowledge/service/hand");
    const settle = jest.spyOn(handMade, "settle").mockImplementationOnce(async () => {
      return false;
    });
    await change((await about("taxi")).id, { kind: "edit", text: "Rule on taxi: a rickshaw counts as a taxi." });
    await runTasksOf(file.versionId);
    expect(settle).toHaveBeenCalledTimes(2);
    settle.mockRestore();
    expect((await found("rickshaw"))[0]!.text).toContain("rickshaw");
    await expectWhole();
  });

  it("asks where words were not found again, and drops nothing by itself", async () => {
    for (const thing of ["taxi", "visa", "phone"])
      await change((await about(thing)).id, { kind: "edit", text: `Edited ${thing} words.` });
    // As if another version had other words there.
    await db()
      .update(handSlices)
      .set({
        anchor:
          "Rule on taxi: costs of a taxi journey are paid back within ten days. Otherwise nothing at all is said here.",
      })
      .where(eq(handSlices.text, "Edited taxi words."));
    await db()
      .update(handSlices)
      .set({ anchor: "Gone for ever, every word." })
      .where(eq(handSlices.text, "Edited visa words."));
    await db().update(handSlices).set({ anchor: "No word of it." }).where(eq(handSlices.text, "Edited phone words."));
    await resegment({ mode: "single", maxTokens: 30, overlap: 0 });
    expect((await list(owner)).data!.counts).toMatchObject({ hand: 0, open: 3 });
    const decisions = async () =>
      (await answer<SliceDecisionsDto>(decisionsRoute, { token: owner.token, params: { id: file.id } })).data!.items;
    const open = new Map((await decisions()).map((item) => [item.text, item]));
    const decide = (text: string, body: object, person = owner) =>
      answer(decideRoute, { token: person.token, params: { id: open.get(text)!.id }, body });
    const [candidate] = open.get("Edited taxi words.")!.candidates;
    expect(candidate!.text).toContain("taxi");
    expect((await decide("Edited taxi words.", { kind: "drop" }, reader)).code).toBe(404);
    const { from, to } = candidate!;
    expect((await decide("Edited taxi words.", { kind: "place", from, to })).code).toBe(200);
    expect((await decide("Edited visa words.", { kind: "keep" })).code).toBe(200);
    expect((await decide("Edited phone words.", { kind: "drop" })).code).toBe(200);
    expect((await decide("Edited phone words.", { kind: "drop" })).code).toBe(404);
    expect(await decisions()).toEqual([]);
    expect((await lines({ show: "hand" })).map(({ text }) => text).sort()).toEqual([
      "Edited taxi words.",
      "Edited visa words.",
    ]);
    expect((await found("Edited taxi"))[0]!.text).toBe("Edited taxi words.");
    await resegment(CUT);
    expect(await lines({ show: "hand" })).toHaveLength(2);
  });
});
