import { v7 } from "uuid";
import { GET as acceptancesRoute } from "@/app/api/admin/terms/[id]/acceptances/route";
import { POST as publishRoute } from "@/app/api/admin/terms/[id]/publish/route";
import { PATCH as changeRoute, DELETE as discardRoute, GET as readRoute } from "@/app/api/admin/terms/[id]/route";
import { POST as beginRoute, GET as overviewRoute } from "@/app/api/admin/terms/route";
import { POST as acceptRoute } from "@/app/api/admin/user/terms/route";
import { closeDatabase } from "@/db/client";
import type { AcceptanceDto, TermsOverview, TermsVersionDto } from "@/lib/features/terms/dto";
import { answer } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";
import { clearTerms } from "@/tests/factories/terms";

let boss: Person;
let staff: Person;

beforeEach(async () => {
  await clearTerms();
  [boss, staff] = [await makePerson({ roles: ["administrator"] }), await makePerson()];
});
afterAll(async () => {
  await clearTerms();
  await closeDatabase();
});

const begin = async () => (await answer<{ id: string }>(beginRoute, { token: boss.token, method: "POST" })).data!.id;
const read = (id: string, person = boss) => answer<TermsVersionDto>(readRoute, { token: person.token, params: { id } });
const overview = async () => (await answer<TermsOverview>(overviewRoute, { token: boss.token })).data!;

it("a draft is written, published once, and then stays as it is", async () => {
  const id = await begin();
  expect(await begin()).toBe(id);
  const text = { markdownZh: "条款", markdownEn: "Terms", noteZh: "", noteEn: "first" };
  const change = (body: object) =>
    answer<TermsVersionDto>(changeRoute, { token: boss.token, method: "PATCH", params: { id }, body });
  const { revision } = (await read(id)).data!;
  const changed = await change({ ...text, revision });
  expect(changed.data).toMatchObject({ ...text, status: "draft", publishedAt: null });
  expect((await change({ ...text, markdownEn: "Other", revision })).code).toBe(409);
  const publish = (updatedAt: string) =>
    answer(publishRoute, { token: boss.token, params: { id }, body: { mustAccept: false, updatedAt } });
  expect((await publish(new Date(0).toISOString())).code).toBe(409);
  expect((await publish(changed.data!.updatedAt)).code).toBe(200);
  expect((await change({ ...text, revision: changed.data!.revision })).code).toBe(404);
  const discard = () => answer(discardRoute, { token: boss.token, method: "DELETE", params: { id } });
  expect((await discard()).code).toBe(404);
  expect((await overview()).versions).toMatchObject([{ id, status: "published", accepted: 0 }]);
});

it("a draft that is thrown away is gone", async () => {
  const id = await begin();
  expect((await answer(discardRoute, { token: boss.token, method: "DELETE", params: { id } })).code).toBe(200);
  expect((await read(id)).code).toBe(404);
  expect((await overview()).versions).toEqual([]);
});

it("who accepted a version is told to those who keep the terms alone", async () => {
  const id = await begin();
  const { updatedAt } = (await read(id)).data!;
  await answer(publishRoute, { token: boss.token, params: { id }, body: { mustAccept: false, updatedAt } });
  await answer(acceptRoute, { token: staff.token, body: { versionId: id, language: "en_US" } });
  const list = (person: Person, of = id) =>
    answer<{ items: AcceptanceDto[]; totalAtMost: number }>(acceptancesRoute, {
      token: person.token,
      params: { id: of },
    });
  const { items, totalAtMost } = (await list(boss)).data!;
  expect(items).toMatchObject([{ userId: staff.id, language: "en_US" }]);
  expect(totalAtMost).toBe(1);
  expect((await list(boss, v7())).code).toBe(404);
  expect((await list(staff)).code).toBe(403);
  expect((await read(id, staff)).code).toBe(403);
});
