import { createHash } from "node:crypto";
import { GET as contentRoute } from "@/app/api/drawing/pictures/[id]/content/route";
import { GET as pictureRoute } from "@/app/api/drawing/pictures/[id]/route";
import { GET as listRoute, POST as shareRoute } from "@/app/api/drawing/pictures/[id]/shares/route";
import { POST as trashRoute } from "@/app/api/drawing/pictures/trash/route";
import { GET as sharedContentRoute } from "@/app/api/drawing/shares/[id]/content/route";
import { GET as readRoute, DELETE as revokeRoute } from "@/app/api/drawing/shares/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { invalidateConfig } from "@/lib/config/system-config";
import type { SharedPictureDto } from "@/lib/features/drawing/dto";
import { DRAWING_OWNED } from "@/lib/features/drawing/owned";
import { findXmp } from "@/lib/features/drawing/provenance";
import { pictureSize } from "@/lib/files/picture-size";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import type { LinkDto } from "@/lib/sharing/dto";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { draw } from "@/tests/factories/drawing";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let owner: Person;
let colleague: Person;
let outsider: Person;
let picture: string;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  await makeModel(fake.url, "fake-gpt-image", { type: "image" });
  colleague = await makePerson();
  outsider = await makePerson({ codes: ["PERSONAL:CHAT"] });
});
beforeEach(async () => {
  owner = await makePerson();
  picture = (await draw(owner, { prompt: "a quiet lake", count: 2 })).pictures[0]!.id;
});
afterEach(() => setLabel("off"));
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

async function setLabel(label: string) {
  await upsertConfig(db(), "pictureConfig", { label });
  invalidateConfig("pictureConfig");
}
const share = (person: Person, days: number | null = 7) =>
  answer<LinkDto>(shareRoute, { token: person.token, params: { id: picture }, body: { days } });
const links = async (person: Person) =>
  answer<{ items: LinkDto[] }>(listRoute, { token: person.token, params: { id: picture } });
const read = (person: Person, id: string) =>
  answer<SharedPictureDto>(readRoute, { token: person.token, params: { id } });
const bytesOf = async (route: typeof contentRoute, person: Person, id: string, query = {}) => {
  const response = await call(route, { token: person.token, params: { id }, query });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

it("is seen by colleagues who may draw, until it is taken back or deleted", async () => {
  expect((await share(colleague)).code).toBe(404);
  const link = (await share(owner)).data!;
  expect((await read(colleague, link.id)).data).toMatchObject({
    ...{ prompt: "a quiet lake", ownerName: owner.actor.name, isOwn: false },
  });
  expect((await bytesOf(sharedContentRoute, colleague, link.id)).length).toBeGreaterThan(100);
  expect((await answer(pictureRoute, { token: colleague.token, params: { id: picture } })).code).toBe(404);
  expect((await read(outsider, link.id)).code).toBe(403);
  expect((await links(colleague)).code).toBe(404);
  expect((await links(owner)).data?.items).toMatchObject([{ id: link.id }]);
  const revoke = (person: Person) =>
    answer(revokeRoute, { token: person.token, params: { id: link.id }, method: "DELETE" });
  expect((await revoke(colleague)).code).toBe(404);
  expect((await revoke(owner)).code).toBe(200);
  expect((await read(colleague, link.id)).code).toBe(404);
  const next = (await share(owner, null)).data!;
  await answer(trashRoute, { token: owner.token, body: { ids: [picture] } });
  expect((await read(colleague, next.id)).code).toBe(404);
});

it("carries the organisation's label where it leaves, and never in what is stored (spec E6)", async () => {
  const link = (await share(owner)).data!;
  const stored = await bytesOf(contentRoute, owner, picture);
  const plain = await bytesOf(contentRoute, owner, picture, { format: "webp" });
  await setLabel("zh_CN");
  expect(hash(await bytesOf(contentRoute, owner, picture))).toBe(hash(stored));
  const saved = await bytesOf(contentRoute, owner, picture, { format: "png" });
  expect(pictureSize(saved)).toEqual(pictureSize(stored));
  expect(hash(saved)).not.toBe(hash(stored));
  expect(findXmp(saved)).toContain("trainedAlgorithmicMedia");
  expect(hash(await bytesOf(contentRoute, owner, picture, { format: "webp" }))).not.toBe(hash(plain));
  const seen = await bytesOf(sharedContentRoute, colleague, link.id);
  expect(hash(seen)).not.toBe(hash(stored));
  expect(pictureSize(seen)).toEqual(pictureSize(stored));
  await setLabel("off");
  expect(hash(await bytesOf(sharedContentRoute, colleague, link.id))).toBe(hash(stored));
});

it("is handed on with its links when its owner goes, alone; let go of, the links end", async () => {
  const { list, transfer, release } = DRAWING_OWNED.things![0]!;
  const link = (await share(owner)).data!;
  expect(await list(db(), owner.id)).toEqual({ count: 1, names: ["a quiet lake"] });
  expect(await list(db(), colleague.id)).toEqual({ count: 0, names: [] });
  await db().transaction((tx) => transfer(tx, owner.id, colleague.id));
  expect(await list(db(), owner.id)).toEqual({ count: 0, names: [] });
  expect((await answer(pictureRoute, { token: owner.token, params: { id: picture } })).code).toBe(404);
  expect((await answer(pictureRoute, { token: colleague.token, params: { id: picture } })).code).toBe(200);
  expect((await bytesOf(contentRoute, colleague, picture)).length).toBeGreaterThan(100);
  expect((await read(owner, link.id)).data).toMatchObject({ isOwn: false, ownerName: colleague.actor.name });
  await db().transaction((tx) => release(tx, colleague.id));
  expect((await read(owner, link.id)).code).toBe(404);
});
