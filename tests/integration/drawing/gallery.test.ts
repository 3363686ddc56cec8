import { eq, inArray } from "drizzle-orm";
import { DELETE as removeFolderRoute } from "@/app/api/drawing/folders/[id]/route";
import { GET as foldersRoute, POST as makeFolderRoute } from "@/app/api/drawing/folders/route";
import { GET as contentRoute } from "@/app/api/drawing/pictures/[id]/content/route";
import { PATCH as changeRoute, GET as pictureRoute } from "@/app/api/drawing/pictures/[id]/route";
import { POST as purgeRoute } from "@/app/api/drawing/pictures/purge/route";
import { POST as restoreRoute } from "@/app/api/drawing/pictures/restore/route";
import { GET as listRoute } from "@/app/api/drawing/pictures/route";
import { POST as trashRoute } from "@/app/api/drawing/pictures/trash/route";
import { closeDatabase, db } from "@/db/client";
import { drawings } from "@/db/schema/drawing";
import { files } from "@/db/schema/files";
import type { DrawingFoldersDto, PictureDto } from "@/lib/features/drawing/dto";
import { sweepDrawings } from "@/lib/features/drawing/jobs";
import { DRAWING_OWNED } from "@/lib/features/drawing/owned";
import { PICTURES_FOUND } from "@/lib/features/drawing/palette";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { draw, makeInput } from "@/tests/factories/drawing";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startGoogleServer } from "@/tests/fakes/google-server.mjs";
import { startModelServer } from "@/tests/fakes/model-server.mjs";
import { pngOf } from "@/tests/fakes/picture.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let google: Awaited<ReturnType<typeof startGoogleServer>>;
let one: Person;
let two: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  google = await startGoogleServer();
  await startJobs(TASK_JOBS, false);
  [one, two] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  await google.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

type Page = { items: PictureDto[]; total: number };
const list = async (person: Person, query = {}) =>
  (await answer<Page>(listRoute, { token: person.token, query })).data!;
const ids = (person: Person, ...some: string[]) => ({ token: person.token, body: { ids: some } });

it("is searched, sorted into folders, deleted and taken back, by its owner alone", async () => {
  await makeModel(fake.url, "fake-gpt-image", { type: "image" });
  const [hills, lake] = [await draw(one, { prompt: "hills" }), await draw(one, { prompt: "a lake" })];
  const [first, second] = [hills.pictures[0]!, lake.pictures[0]!];
  expect((await list(one, { keyword: "LAKE" })).items.map(({ id }) => id)).toEqual([second.id]);
  expect((await list(one)).items.map(({ id }) => id)).toEqual([second.id, first.id]);

  const folder = await answer<{ id: string }>(makeFolderRoute, { token: one.token, body: { name: "Report" } });
  const params = { id: first.id };
  const move = { params, method: "PATCH", body: { folderId: folder.data!.id, title: "Cover" } };
  expect((await answer(changeRoute, { token: two.token, ...move })).code).toBe(404);
  expect((await answer<PictureDto>(changeRoute, { token: one.token, ...move })).data).toMatchObject({ title: "Cover" });
  expect((await list(one, { folderId: folder.data!.id })).total).toBe(1);
  expect((await list(one, { folderId: "none" })).items.map(({ id }) => id)).toEqual([second.id]);
  const foreign = await answer<{ id: string }>(makeFolderRoute, { token: two.token, body: { name: "Mine" } });
  const away = { token: one.token, params, method: "PATCH", body: { folderId: foreign.data!.id } };
  expect((await answer(changeRoute, away)).code).toBe(404);

  for (const route of [trashRoute, restoreRoute, purgeRoute]) {
    expect((await answer(route, ids(two, first.id))).code).toBe(404);
  }
  expect((await answer(trashRoute, ids(one, first.id))).code).toBe(200);
  expect((await answer(pictureRoute, { token: one.token, params })).code).toBe(404);
  expect((await call(contentRoute, { token: one.token, params })).status).toBe(404);
  expect(await list(one, { trash: true })).toMatchObject({ total: 1, items: [{ id: first.id }] });
  const found = await PICTURES_FOUND.find("cover", { actor: one.actor, locale: "en_US", limit: 5 });
  expect(found).toEqual([]);
  expect((await answer(restoreRoute, ids(one, first.id))).code).toBe(200);
  expect(await PICTURES_FOUND.find("cover", { actor: one.actor, locale: "en_US", limit: 5 })).toHaveLength(1);
  expect(await PICTURES_FOUND.find("cover", { actor: two.actor, locale: "en_US", limit: 5 })).toEqual([]);

  const at = { token: one.token, params: { id: folder.data!.id }, method: "DELETE" };
  expect((await answer(removeFolderRoute, { ...at, token: two.token })).code).toBe(404);
  expect((await answer(removeFolderRoute, at)).code).toBe(200);
  const folders = await answer<DrawingFoldersDto>(foldersRoute, { token: one.token });
  expect(folders.data).toEqual({ items: [], all: 2, trash: 0 });
});

it("is taken along with one's own data, and collected as long as it is one's own", async () => {
  const [collectable] = DRAWING_OWNED.collectables!;
  const { items } = await list(one);
  const { id } = items[0]!;
  expect(await collectable!.copy(db(), two.actor, id)).toBeNull();
  expect(await collectable!.copy(db(), one.actor, id)).toMatchObject({ text: "a lake" });
  const refs = [{ refId: id, sessionId: null }];
  expect((await collectable!.hrefs!(db(), one.id, refs)).size).toBe(1);
  expect((await collectable!.hrefs!(db(), two.id, refs)).size).toBe(0);
  const told = DRAWING_OWNED.ownData![0]!.content as (at: { actor: Person["actor"] }) => Promise<unknown[]>;
  expect(await told({ actor: one.actor })).toMatchObject([{ prompt: "hills", pictures: 1 }, { prompt: "a lake" }]);
  expect(await told({ actor: two.actor })).toEqual([]);
});

it("is removed for good with its bytes, and records without pictures go after 30 days", async () => {
  const made = await draw(one, { prompt: "gone soon" });
  const { id, fileId } = made.pictures[0]!;
  expect((await answer(purgeRoute, ids(one, id))).code).toBe(404);
  await answer(trashRoute, ids(one, id));
  expect((await answer(purgeRoute, ids(one, id))).code).toBe(200);
  expect((await list(one, { trash: true })).total).toBe(0);
  const [file] = await db().select().from(files).where(eq(files.id, fileId));
  expect(file?.deletedAt).toEqual(new Date(0));

  const [used, unused] = [await makeInput(one, pngOf(8, 8)), await makeInput(one, pngOf(9, 9))];
  await db()
    .update(drawings)
    .set({ referenceIds: [used] })
    .where(eq(drawings.prompt, "hills"));
  await sweepDrawings(Date.now() + 31 * 24 * 3_600_000);
  const inputs = await db()
    .select()
    .from(files)
    .where(inArray(files.id, [used, unused]));
  expect(inputs.map((row) => [row.id === used, row.deletedAt === null]).sort()).toEqual([
    [false, false],
    [true, true],
  ]);
  const left = await db().select().from(drawings).where(eq(drawings.userId, one.id));
  expect(left.map(({ prompt }) => prompt).sort()).toEqual(["a lake", "hills"]);
});

it("is filled by Azure and by Google as well", async () => {
  const azure = await makeModel(fake.azureUrl, "fake-gpt-image", { type: "image", template: "azure-openai" });
  const gemini = await makeModel(google.url, "gemini-fake-image", { type: "image", template: "google" });
  const made = await draw(two, { prompt: "hills", modelId: azure, size: "vertical" });
  expect(made).toMatchObject({ status: "done", size: "1024x1536", pictures: [{ width: 256, height: 384 }] });
  const parentId = made.pictures[0]!.id;
  const edited = await draw(two, { prompt: "snow", modelId: gemini, parentId, count: 2, negativePrompt: "people" });
  expect(edited).toMatchObject({ status: "done", mode: "edit", negativePrompt: "people" });
  expect(edited.pictures).toHaveLength(2);
  const masked = { prompt: "x", modelId: gemini, parentId, maskFileId: await makeInput(two, pngOf(256, 384)) };
  await expect(draw(two, masked)).rejects.toThrow("422");
  const blocked = await makeModel(google.url, "gemini-fake-blocked", { type: "image", template: "google" });
  expect(await draw(two, { prompt: "x", modelId: blocked })).toMatchObject({
    status: "failed",
    failure: "contentFiltered",
  });
  expect(await draw(two, { prompt: "forbidden at the supplier", modelId: azure })).toMatchObject({
    status: "failed",
    failure: "contentFiltered",
  });
  const busy = await makeModel(google.url, "gemini-fake-429", { type: "image", template: "google" });
  expect(await draw(two, { prompt: "x", modelId: busy })).toMatchObject({ status: "failed", failure: "supplierBusy" });
});
