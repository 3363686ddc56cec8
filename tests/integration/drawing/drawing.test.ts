import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as optionsRoute } from "@/app/api/drawing/options/route";
import { GET as contentRoute } from "@/app/api/drawing/pictures/[id]/content/route";
import { GET as thumbnailRoute } from "@/app/api/drawing/pictures/[id]/thumbnail/route";
import { GET as listRoute } from "@/app/api/drawing/pictures/route";
import { POST as cancelRoute } from "@/app/api/drawing/requests/[id]/cancel/route";
import { POST as retryRoute } from "@/app/api/drawing/requests/[id]/retry/route";
import { DELETE as dismissRoute } from "@/app/api/drawing/requests/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { drawings } from "@/db/schema/drawing";
import { roles } from "@/db/schema/roles";
import { tasks } from "@/db/schema/tasks";
import type { DrawingOptionsDto, PictureDto } from "@/lib/features/drawing/dto";
import { findXmp } from "@/lib/features/drawing/provenance";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { runTask } from "@/lib/tasks/run";
import { runTool } from "@/lib/tools/run";
import { answer, call } from "@/tests/factories/call";
import { beginDrawing, draw, drawingOf, makeInput } from "@/tests/factories/drawing";
import { eventually } from "@/tests/factories/eventually";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person, signIn } from "@/tests/factories/people";
import { makeRule, removeRules } from "@/tests/factories/review";
import { startGoogleServer } from "@/tests/fakes/google-server.mjs";
import { startModelServer } from "@/tests/fakes/model-server.mjs";
import { pngOf } from "@/tests/fakes/picture.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let one: Person;
let two: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
});
beforeEach(async () => {
  await onlyBuiltinModels();
  [one, two] = [await makePerson(), await makePerson()];
});
afterEach(removeRules);
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const drawingModel = (name = "fake-gpt-image") => makeModel(fake.url, name, { type: "image" });
const optionsOf = async (person: Person) =>
  (await answer<DrawingOptionsDto>(optionsRoute, { token: person.token })).data!;

/** A person whose day has so many pictures. */
async function limited(most: number): Promise<Person> {
  const key = v7();
  const permissions = ["PERSONAL:PAINTING", "PERSONAL:CHAT"];
  await db().insert(roles).values({ key, name: key, type: "custom", permissions, dailyImageLimit: most });
  return makePerson({ roles: [key] });
}

it("draws with every setting kept, a thumbnail, and the origin in the file", async () => {
  const modelId = await drawingModel();
  const body = { prompt: " hills at dawn ", size: "horizontal", quality: "hd", count: 2, modelId };
  const made = await draw(one, body);
  expect(made).toMatchObject({
    ...{ status: "done", mode: "generate", prompt: "hills at dawn", shape: "horizontal", size: "1536x1024" },
    ...{ quality: "hd", style: null, count: 2, seed: null, modelId, review: "none", heldBack: 0, failure: null },
  });
  expect(made.pictures.map(({ width, height, position }) => [width, height, position])).toEqual([
    [384, 256, 0],
    [384, 256, 1],
  ]);
  const sent = fake.state.requests.at(-1) as { body: object };
  expect(sent.body).toMatchObject({ prompt: "hills at dawn", n: 2, size: "1536x1024", quality: "high" });
  const params = { id: made.pictures[0]!.id };
  for (const [format, type] of [
    [undefined, "image/png"],
    ["png", "image/png"],
    ["jpeg", "image/jpeg"],
    ["webp", "image/webp"],
  ] as const) {
    const response = await call(contentRoute, { token: one.token, params, query: format ? { format } : {} });
    expect(response.headers.get("content-type")).toBe(type);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(findXmp(bytes)).toContain("trainedAlgorithmicMedia");
    expect(findXmp(bytes)).toContain(made.modelName);
  }
  const small = await call(thumbnailRoute, { token: one.token, params });
  expect(small.headers.get("content-type")).toBe("image/webp");
});

it("changes a marked part of a picture, and remembers what it came of", async () => {
  await drawingModel();
  const first = await draw(one, { prompt: "hills", size: "square" });
  const parent = first.pictures[0]!;
  const maskFileId = await makeInput(one, pngOf(256, 256));
  const edited = await draw(one, { prompt: "a lake", parentId: parent.id, maskFileId, count: 2 });
  expect(edited).toMatchObject({ mode: "edit", parentId: parent.id, rootId: first.rootId, maskFileId });
  const sent = fake.state.requests.at(-1) as { path: string; body: object };
  expect(sent.path).toMatch(/images\/edits$/);
  expect(sent.body).toMatchObject({ image: { type: "image/png" }, mask: { type: "image/png" }, n: "2" });
  // A mask of another size, and one of somebody else.
  const wrong = await makeInput(one, pngOf(10, 10));
  expect((await beginDrawing(one, { prompt: "x", parentId: parent.id, maskFileId: wrong })).code).toBe(422);
  const foreign = await makeInput(two, pngOf(256, 256));
  expect((await beginDrawing(one, { prompt: "x", parentId: parent.id, maskFileId: foreign })).code).toBe(404);
  expect((await beginDrawing(two, { prompt: "x", parentId: parent.id })).code).toBe(404);
});

it("refuses what the model does not declare, and hides it", async () => {
  const modelId = await makeModel(fake.url, "fake-dall-e-3", { type: "image" });
  const { models } = await optionsOf(one);
  expect(models.find(({ id }) => id === modelId)?.options).toMatchObject({ styles: ["vivid", "natural"], edit: false });
  const refused = { seed: 1, negativePrompt: "no", count: 2, referenceIds: [await makeInput(one, pngOf(8, 8))] };
  for (const [name, value] of Object.entries(refused)) {
    const { code, data } = await beginDrawing(one, { prompt: "x", modelId, [name]: value });
    expect([name, code, data]).toEqual([name, 422, { error: "drawingOption", option: name }]);
  }
});

it("begins once however often it is asked with one key, and no more than so many at a time", async () => {
  await drawingModel();
  const key = { "idempotency-key": v7() };
  const begun = await Promise.all(Array.from({ length: 4 }, () => beginDrawing(one, { prompt: "x" }, key)));
  expect(new Set(begun.map(({ data }) => data?.id)).size).toBe(1);
  const more = await Promise.all(Array.from({ length: 8 }, () => beginDrawing(one, { prompt: "x" })));
  expect(more.filter(({ code }) => code === 200)).toHaveLength(4);
  expect(more.filter(({ code }) => code === 429)).toHaveLength(4);
});

it("keeps the day's limit under parallel calls and gives it back when a call fails", async () => {
  await drawingModel();
  const person = await limited(3);
  const { signal } = new AbortController();
  const tries = Array.from({ length: 50 }, () => runTool(person.actor, "generate_image", { prompt: "x" }, { signal }));
  const results = await Promise.all(tries);
  expect(results.filter(({ isError }) => !isError)).toHaveLength(3);
  expect(results.filter(({ error }) => error === "dailyImageLimit")).toHaveLength(47);
  expect((await optionsOf(person)).limit).toEqual({ used: 3, most: 3 });
  expect((await beginDrawing(person, { prompt: "x" })).code).toBe(429);
  // The tool draws into the gallery.
  const { data } = await answer<{ total: number }>(listRoute, { token: person.token });
  expect(data?.total).toBe(3);

  const other = await limited(5);
  const failed = await draw(other, { prompt: "forbidden at the supplier", count: 3 });
  expect(failed).toMatchObject({ status: "failed", failure: "contentFiltered", pictures: [] });
  // Calls are settled behind their answer.
  const left = await eventually(
    () => optionsOf(other),
    ({ limit }) => limit.used === 0,
  );
  expect(left.limit).toEqual({ used: 0, most: 5 });
  expect((await beginDrawing(other, { prompt: "x", count: 6 })).code).toBe(429);
});

it.each([
  ["fake-image-url", "addressRefused"],
  ["fake-not-a-picture", "supplierMalformed"],
  ["fake-429", "supplierBusy"],
])("tells what %s fails with, and can be tried again", async (name, failure) => {
  await drawingModel(name);
  const failed = await draw(one, { prompt: "x" });
  expect(failed).toMatchObject({ status: "failed", failure, pictures: [] });
  const params = { id: failed.id };
  expect((await answer(retryRoute, { token: two.token, params, method: "POST" })).code).toBe(404);
  expect((await answer(retryRoute, { token: one.token, params, method: "POST" })).code).toBe(200);
  expect((await answer(dismissRoute, { token: one.token, params, method: "DELETE" })).code).toBe(404);
  expect((await answer(cancelRoute, { token: two.token, params, method: "POST" })).code).toBe(404);
  expect((await answer(cancelRoute, { token: one.token, params, method: "POST" })).code).toBe(200);
  expect(await drawingOf(one, failed)).toMatchObject({ status: "cancelled", failure: null });
  expect((await answer(dismissRoute, { token: two.token, params, method: "DELETE" })).code).toBe(404);
  expect((await answer(dismissRoute, { token: one.token, params, method: "DELETE" })).code).toBe(200);
});

it("is cancelled while a slow supplier draws, and what was not drawn counts for no limit", async () => {
  const person = await limited(2);
  await drawingModel("fake-silent");
  const { data: begun } = await beginDrawing(person, { prompt: "x", count: 2 });
  const running = runTask(begun!.taskId!);
  await eventually(
    () => drawingOf(person, begun!),
    ({ status }) => status === "running",
  );
  expect((await optionsOf(person)).limit.used).toBe(2);
  const params = { id: begun!.id };
  expect((await answer(cancelRoute, { token: person.token, params, method: "POST" })).code).toBe(200);
  await running;
  expect(await drawingOf(person, begun!)).toMatchObject({ status: "cancelled", pictures: [] });
  const left = await eventually(
    () => optionsOf(person),
    ({ limit }) => limit.used === 0,
  );
  expect(left.limit).toEqual({ used: 0, most: 2 });
});

it("keeps a picture in the size it was drawn in, whatever was asked for", async () => {
  const modelId = await drawingModel("fake-dall-e-3");
  const made = await draw(one, { prompt: "x", modelId, size: "square" });
  expect(made).toMatchObject({ status: "done", size: "1024x1024", pictures: [{ width: 1, height: 1 }] });
});

it("draws with Imagen: what its supplier keeps back costs nothing of the day", async () => {
  const google = await startGoogleServer();
  try {
    const imagen = (name: string) => makeModel(google.url, name, { type: "image", template: "google" });
    const person = await limited(9);
    const [modelId, partly, blocked] = [
      await imagen("imagen-4.0-generate-001"),
      await imagen("imagen-fake-partly"),
      await imagen("imagen-fake-kept-back"),
    ];
    const made = await draw(person, { prompt: "hills", size: "horizontal", quality: "hd", count: 2, modelId });
    expect(made).toMatchObject({ status: "done", pictures: [{ width: 256, height: 192 }, { height: 192 }] });
    const refused = await draw(person, { prompt: "hills", count: 4, modelId: blocked });
    expect(refused).toMatchObject({ status: "failed", failure: "contentFiltered", pictures: [] });
    const some = await draw(person, { prompt: "hills", count: 3, modelId: partly });
    expect(some).toMatchObject({ status: "done", pictures: [{}, {}] });
    const left = await eventually(
      () => optionsOf(person),
      ({ limit }) => limit.used === 4,
    );
    expect(left.limit).toEqual({ used: 4, most: 9 });
  } finally {
    await google.close();
  }
});

it("does not buy again what a killed server may have bought", async () => {
  await drawingModel();
  const { data: begun } = await beginDrawing(one, { prompt: "x" });
  const before = fake.state.requests.length;
  // The worker was killed behind the call.
  const dead = {
    status: "running",
    leaseId: v7(),
    leaseUntil: new Date(0),
    state: { isSent: true },
    step: "draw",
  } as const;
  await db().update(tasks).set(dead).where(eq(tasks.id, begun!.taskId!));
  await runTask(begun!.taskId!);
  expect(await drawingOf(one, begun!)).toMatchObject({ status: "failed", failure: "drawingInterrupted" });
  expect(fake.state.requests).toHaveLength(before);
  const { data: again } = await answer<{ taskId: string }>(retryRoute, {
    ...{ token: one.token, params: { id: begun!.id }, method: "POST" },
  });
  await runTask(again!.taskId);
  expect(await drawingOf(one, begun!)).toMatchObject({ status: "done", failure: null });
});

it("lets review rules look at the prompt, and where a model sees, at the picture", async () => {
  await drawingModel();
  await makeRule(["secret plan"], { reviewsOutput: false });
  expect(await draw(one, { prompt: "a secret plan" })).toMatchObject({ status: "failed", failure: "contentReviewed" });
  expect((await optionsOf(one)).limit.used).toBe(0);
  await removeRules();
  const { upsertDefault } = await import("@/db/queries/models/models");
  const { invalidateModels } = await import("@/lib/models/registry");
  const modelId = await makeModel(fake.url, "fake-echo", { type: "vision", abilities: ["visual"] });
  await upsertDefault(db(), { purpose: "vision", modelId });
  invalidateModels();
  // The fake says what it was told, and so the words "what this picture shows".
  await makeRule(["picture shows"], { reviewsInput: false });
  expect(await draw(one, { prompt: "hills" })).toMatchObject({ status: "failed", failure: "contentReviewed" });
  await removeRules();
  await makeRule(["nothing of this"], { reviewsInput: false });
  expect(await draw(one, { prompt: "hills" })).toMatchObject({ status: "done", review: "passed" });
});

it("shows nobody what is somebody else's", async () => {
  await drawingModel();
  const made = await draw(one, { prompt: "hills" });
  const params = { id: made.pictures[0]!.id };
  for (const route of [contentRoute, thumbnailRoute])
    expect((await call(route, { token: two.token, params })).status).toBe(404);
  expect((await answer<{ items: PictureDto[] }>(listRoute, { token: two.token })).data?.items).toEqual([]);
  const none = await makePerson({ codes: ["PERSONAL:CHAT"] });
  expect((await beginDrawing(none, { prompt: "x" })).code).toBe(403);
  const session = await signIn(one.id);
  expect((await answer<{ total: number }>(listRoute, { token: session.token })).data?.total).toBe(1);
  expect(await db().select().from(drawings).where(eq(drawings.userId, two.id))).toEqual([]);
});
