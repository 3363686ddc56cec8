import { and, eq, inArray } from "drizzle-orm";
import { POST as askRoute } from "@/app/api/knowledge/answer/route";
import { POST as batchRoute } from "@/app/api/knowledge/bases/[id]/files/batch/route";
import { PUT as chooseRoute, GET as picturesRoute } from "@/app/api/knowledge/bases/[id]/pictures/route";
import { GET as fileRoute } from "@/app/api/knowledge/files/[id]/route";
import { GET as slicesRoute } from "@/app/api/knowledge/files/[id]/slices/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { POST as searchRoute } from "@/app/api/knowledge/search/route";
import { POST as changeRoute, GET as sliceRoute } from "@/app/api/knowledge/slices/[id]/route";
import { GET as imageRoute } from "@/app/api/reader/[versionId]/images/[name]/route";
import { POST as resolveRoute } from "@/app/api/reader/resolve/route";
import { closeDatabase, db } from "@/db/client";
import { insertPrice, listChannelsOf } from "@/db/queries/models/models";
import { pictureDescriptions } from "@/db/schema/retrieval";
import { tasks } from "@/db/schema/tasks";
import type { Citation, ResolvedCitation } from "@/lib/citations/dto";
import type { KnowledgeFileDto, RecallDto, SliceDto, SlicesDto } from "@/lib/features/knowledge/dto";
import type { PicturesDto } from "@/lib/features/knowledge/retrieval-dto";
import type { SearchDto } from "@/lib/features/knowledge/search-dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { invalidateModels } from "@/lib/models/registry";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { addFiles, granted, makeBase } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { pdf, written } from "@/tests/factories/pdf";
import { makePerson, type Person } from "@/tests/factories/people";
import { picturesDocx, plainPng } from "@/tests/factories/picture-docx";
import { readStream } from "@/tests/factories/stream";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let state: { picturesSeen?: number; picturesLeft?: number; requests: { body: { messages: unknown } }[] };
let [owner, reader, stranger]: Person[] = [];

const RED = "A bar chart in red: turnover of the red division.";
/** Of the chart, a logo at three places, an icon, and a blank one. */
const REPORT = picturesDocx([
  { words: "Business report", picture: plainPng("yellow") },
  { words: "The figures of the year stand in the chart below.", picture: plainPng("red") },
  { words: "An icon:", picture: plainPng("green", { width: 32, height: 32 }) },
  ...logos(plainPng("yellow", { width: 200, height: 100 })),
  { words: "Nothing:", picture: plainPng("blue") },
]);

function logos(picture: Buffer) {
  return [1, 2, 3].map((page) => ({ words: `Page ${page} of the report.`, picture }));
}

beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  fake = await startModelServer();
  state = fake.state as unknown as typeof state;
});
beforeEach(async () => {
  await onlyBuiltinModels();
  await db().delete(pictureDescriptions);
  [owner, reader, stranger] = [await makePerson(), await makePerson(), await makePerson()];
  Object.assign(state, { picturesSeen: 0, picturesLeft: undefined });
});
afterAll(async () => {
  closeIdleChildren();
  await fake.close();
  await stopJobs(100);
  await closeDatabase();
});

const at = (id: string, person = owner!) => ({ token: person.token, params: { id } });
const base = (type = "multimodal") =>
  makeBase(owner!, { type, visibility: "partial", grants: [granted("user", reader!.id)] });
const sees = () => makeModel(fake.url, "fake-describe", { abilities: ["visual"] });
const slices = async (id: string, person = owner!) => (await answer<SlicesDto>(slicesRoute, at(id, person))).data!;
const file = async (id: string) => (await answer<KnowledgeFileDto>(fileRoute, at(id))).data!;
const pictures = async (id: string, query = {}, person = owner!) =>
  answer<PicturesDto>(picturesRoute, { ...at(id, person), query });

async function put(baseId: string, name: string, bytes: Uint8Array): Promise<KnowledgeFileDto> {
  const made = (await addFiles(owner!, baseId, [{ name, bytes }])).data!.items[0]!;
  await runTasksOf(made.versionId);
  return file(made.id);
}

async function recalled(baseId: string, query: string, person = reader!) {
  const { data } = await answer<RecallDto>(recallRoute, { token: person.token, body: { baseIds: [baseId], query } });
  return data!.hits;
}

describe("pictures of a multimodal base", () => {
  it("are described once, found by their words, and told where they are left out", async () => {
    await sees();
    const baseId = await base();
    const report = await put(baseId, "report.docx", REPORT);
    expect(report.status).toBe("ready");
    const { items, file: told } = await slices(report.id, reader);
    expect(told.pictures).toMatchObject({ described: 2, small: 1, repeated: 1, silent: 1, waiting: 0 });
    const drawn = items.filter(({ picture }) => picture);
    expect(drawn.map(({ text }) => text)).toEqual([expect.stringContaining("yellow"), RED]);
    const [hit] = await recalled(baseId, "turnover of the red division");
    expect(hit).toMatchObject({ text: RED, picture: drawn[1]!.picture, from: hit!.to });

    // The same pictures in another file, and the file cut anew, buy nothing.
    expect(state.picturesSeen).toBe(3);
    await put(baseId, "copy.docx", picturesDocx([{ words: "Once more:", picture: plainPng("red") }]));
    const body = { ids: [report.id], action: { kind: "resegment", segmentation: null } };
    await answer(batchRoute, { ...at(baseId), body });
    await runTasksOf(report.versionId);
    expect((await slices(report.id)).file.pictures).toMatchObject({ described: 2 });
    expect(state.picturesSeen).toBe(3);
  });

  it("are served to whoever may read the file, and to nobody else", async () => {
    await sees();
    const baseId = await base();
    const report = await put(baseId, "report.docx", REPORT);
    const [drawn] = (await slices(report.id)).items.filter(({ picture }) => picture);
    const door = (person: Person) =>
      call(imageRoute, { token: person.token, params: { versionId: report.versionId, name: drawn!.picture! } });
    const seen = await door(reader!);
    expect([seen.status, seen.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await door(stranger!)).status).toBe(404);
    expect(await recalled(baseId, "red", reader)).not.toEqual([]);
    const theirs = await answer(recallRoute, { token: stranger!.token, body: { baseIds: [baseId], query: "red" } });
    expect(theirs.code).toBe(404);
    expect((await pictures(baseId, {}, reader)).code).toBe(404);
    expect((await answer(chooseRoute, { ...at(baseId, reader), body: { visionModelId: null } })).code).toBe(404);
    const search = async (person: Person) =>
      (await answer<SearchDto>(searchRoute, { token: person.token, body: { query: "red division turnover" } })).data!;
    expect((await search(reader!)).files[0]!.slices[0]).toMatchObject({ picture: expect.any(String), places: [] });
    expect((await search(stranger!)).files).toEqual([]);
  });

  it("stand beside their citation, and go to a model that sees", async () => {
    await sees();
    const baseId = await base();
    await put(baseId, "report.docx", REPORT);
    const modelId = await makeModel(fake.url, "fake-reader", { abilities: ["visual"] });
    const body = { baseIds: [baseId], question: "What is the turnover of the red division?", modelId };
    const stream = await readStream(await call(askRoute, { token: reader!.token, body }));
    const cited = stream.lines.flatMap((line) => (line.type === "data-citation" ? [line.data as Citation] : []));
    const shown = cited.find(({ picture }) => picture?.text === RED)!;
    expect(shown).toMatchObject({ fileName: "report.docx", quote: "" });
    expect(shown.from).toBe(shown.to);
    const sent = JSON.stringify(state.requests.at(-1)!.body.messages);
    expect(sent).toMatch(/The picture that passage \d+ describes:.*data:image\/png;base64/);
    const resolved = async (person: Person) => {
      const { data } = await answer<ResolvedCitation[]>(resolveRoute, {
        token: person.token,
        body: { citations: [shown] },
      });
      return data![0]!.state;
    };
    expect(await resolved(reader!)).toBe("exact");
    expect(await resolved(stranger!)).toBe("gone");
  });

  it("wait where no model sees, and are described when there is one, at a price told before", async () => {
    const baseId = await base();
    const report = await put(baseId, "report.docx", REPORT);
    expect(report.status).toBe("ready");
    expect((await slices(report.id)).file.pictures).toMatchObject({ described: 0, waiting: 3 });
    expect((await pictures(baseId)).data).toMatchObject({ defaultName: null, models: [], estimate: null });
    const blind = await makeModel(fake.url, "fake-reader");
    const choose = (visionModelId: string) => answer(chooseRoute, { ...at(baseId), body: { visionModelId } });
    expect((await choose(blind)).code).toBe(422);

    const modelId = await sees();
    const [channel] = await listChannelsOf(db(), modelId);
    const price = { inputPerMillion: 1_000_000, outputPerMillion: 2_000_000, currency: "CNY" };
    await insertPrice(db(), { channelId: channel!.id, validFrom: "2020-01-01", ...price });
    invalidateModels();
    const { estimate } = (await pictures(baseId, { modelId })).data!;
    expect(estimate).toMatchObject({ files: 1, pictures: 3, cost: { currency: "CNY" } });
    expect(estimate!.cost!.micros).toBeGreaterThan(3000);
    expect((await choose(modelId)).code).toBe(200);
    await answer(batchRoute, { ...at(baseId), body: { filter: {}, action: { kind: "describe" } } });
    await runTasksOf(report.versionId);
    expect((await slices(report.id)).file.pictures).toMatchObject({ described: 2, waiting: 0, modelId });
    expect((await pictures(baseId)).data!.estimate).toMatchObject({ files: 0, pictures: 0 });
    // Nothing is open: the file stays as it is.
    await answer(batchRoute, { ...at(baseId), body: { filter: {}, action: { kind: "describe" } } });
    expect((await file(report.id)).status).toBe("ready");
  });

  it("are not bought again when the supplier went away in the middle", async () => {
    await sees();
    const baseId = await base();
    state.picturesLeft = 2;
    const report = await put(baseId, "report.docx", REPORT);
    expect(report.status).not.toBe("ready");
    expect(state.picturesSeen).toBe(2);
    state.picturesLeft = undefined;
    const open = and(eq(tasks.subject, report.versionId), inArray(tasks.status, ["running", "waiting"]));
    await db().update(tasks).set({ leaseUntil: null, leaseId: null, status: "waiting" }).where(open);
    await runTasksOf(report.versionId);
    expect((await slices(report.id)).file.pictures).toMatchObject({ described: 2, silent: 1 });
    expect(state.picturesSeen).toBe(3);
  });

  it("are cut out of the pages of a pdf, and cited with their place on the page", async () => {
    await sees();
    const baseId = await base();
    const image = (x: number, y: number, width: number, height: number) =>
      `q ${width} 0 0 ${height} ${x} ${y} cm BI /W 1 /H 1 /BPC 8 /CS /RGB /F /AHx ID dc1e1e> EI Q`;
    const words = written([
      { text: "Turnover by division, in millions of euros, stands in the chart.", x: 50, y: 100 },
    ]);
    const chart = await put(
      baseId,
      "chart.pdf",
      Buffer.from(pdf(`${words}\n${image(50, 400, 200, 100)}\n${image(400, 400, 10, 10)}`)),
    );
    expect(chart.status).toBe("ready");
    const { items, file: told } = await slices(chart.id);
    expect(told.pictures).toMatchObject({ described: 1, small: 1 });
    expect(told.pictures!.isUnseen).toBeUndefined();
    expect(items.find(({ picture }) => picture)).toMatchObject({ picture: "1.jpg", part: 1 });
    const modelId = await makeModel(fake.url, "fake-reader");
    const body = { baseIds: [baseId], question: "What does the bar chart of the division say?", modelId };
    const stream = await readStream(await call(askRoute, { token: reader!.token, body }));
    const cited = stream.lines.flatMap((line) => (line.type === "data-citation" ? [line.data as Citation] : []));
    expect(cited.find(({ picture }) => picture)).toMatchObject({ rects: [[1, 50, 300, 200, 100]] });
  });

  it("are no slices a person can rewrite, and none at all in a general base", async () => {
    await sees();
    const baseId = await base();
    const picture = await put(baseId, "chart.png", plainPng("red"));
    const [line] = (await slices(picture.id)).items;
    expect(line).toMatchObject({ text: RED, picture: "1.png" });
    const { data } = await answer<SliceDto>(sliceRoute, at(line!.id));
    expect(data!.picture).toEqual({ versionId: picture.versionId, name: "1.png" });
    const body = { kind: "edit", text: "Something else.", revision: data!.revision };
    expect((await answer(changeRoute, { ...at(line!.id), body })).code).toBe(409);
    const plain = await base("general");
    const report = await put(plain, "report.docx", REPORT);
    expect((await slices(report.id)).items.filter((one) => one.picture)).toEqual([]);
    expect((await slices(report.id)).file.pictures).toBeNull();
    expect((await pictures(plain)).code).toBe(404);
  });
});
