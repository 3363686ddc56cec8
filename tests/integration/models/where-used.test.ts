import { PATCH as defaultsRoute } from "@/app/api/admin/model/defaults/route";
import { DELETE as deleteRoute, PATCH as patchRoute } from "@/app/api/admin/model/models/[id]/route";
import { POST as testRoute } from "@/app/api/admin/model/models/[id]/test/route";
import { GET as usedRoute } from "@/app/api/admin/model/models/[id]/used/route";
import { closeDatabase, db } from "@/db/client";
import { mcpServers } from "@/db/schema/tools";
import type { ModelUse } from "@/lib/features/models/dto";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer } from "@/tests/factories/call";
import { askChat } from "@/tests/factories/chat-calls";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let admin: Person;
let person: Person;

beforeAll(async () => {
  fake = await startModelServer();
  [admin, person] = [await makePerson({ roles: ["administrator"] }), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

const uses = async (id: string) =>
  (await answer<{ items: ModelUse[] }>(usedRoute, { token: admin.token, params: { id } })).data!.items;
const patch = (id: string, body: object) =>
  answer(patchRoute, { token: admin.token, params: { id }, body, method: "PATCH" });
const remove = (id: string, query = {}) =>
  answer(deleteRoute, { token: admin.token, params: { id }, query, method: "DELETE" });

describe("a model that is used", () => {
  it("tells its defaults, keys, tools and calls; trials do not count", async () => {
    const id = await makeModel(fake.url, "fake-echo");
    expect(await uses(id)).toEqual([]);
    await answer(testRoute, { token: admin.token, params: { id }, body: {} });
    expect(await uses(id)).toEqual([]);
    await answer(defaultsRoute, { token: admin.token, body: { title: id }, method: "PATCH" });
    await makeApiKey(person, { name: "nightly", modelIds: [id] });
    await makeApiKey(person, { name: "revoked", modelIds: [id], deletedAt: new Date() });
    const server = {
      name: `wiki ${id}`,
      slug: id.slice(-12),
      transport: "http" as const,
      enabled: true,
      modelIds: [id],
    };
    await db().insert(mcpServers).values(server);
    await askChat(person, id);
    expect(await uses(id)).toEqual([
      { kind: "default", count: 1, names: ["title"] },
      { kind: "key", count: 1, names: ["nightly"] },
      { kind: "tool", count: 1, names: [server.name] },
      { kind: "calls", count: 1, names: [], people: 1 },
    ]);
  });

  it("is switched off and deleted only with a confirmation", async () => {
    const id = await makeModel(fake.url, "fake-echo");
    await makeApiKey(person, { name: "nightly", modelIds: [id] });
    const refused = { code: 409, data: { error: "modelInUse", uses: [{ kind: "key", names: ["nightly"] }] } };
    expect(await patch(id, { enabled: false })).toMatchObject(refused);
    expect(await remove(id)).toMatchObject(refused);
    expect((await patch(id, { description: "still here" })).code).toBe(200);
    expect((await patch(id, { enabled: false, confirmed: true })).code).toBe(200);
    // Off already: nothing is taken away any more.
    expect((await patch(id, { enabled: false })).code).toBe(200);
    expect((await remove(id, { confirmed: true })).code).toBe(200);
  });

  it("asks nothing when nothing uses it", async () => {
    const id = await makeModel(fake.url, "fake-echo");
    expect((await patch(id, { enabled: false })).code).toBe(200);
    expect((await remove(id)).code).toBe(200);
  });
});
