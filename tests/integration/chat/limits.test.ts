import { eq } from "drizzle-orm";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { DELETE as deleteRoute, PATCH as patchRoute } from "@/app/api/chat/sessions/[id]/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/chat/sessions/route";
import { closeDatabase, db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import type { ConversationDto } from "@/lib/conversation/dto";
import { answer, call } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { countedOf } from "@/tests/factories/usage";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let u1: Person;
let u2: Person;

beforeAll(async () => {
  fake = await startModelServer();
});
beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

const create = (person: Person, body: object = {}) =>
  answer<ConversationDto & { oldest?: { id: string } }>(createRoute, { token: person.token, body });
const list = async (person: Person, query = {}) =>
  (await answer<{ items: ConversationDto[] }>(listRoute, { token: person.token, query })).data!.items;
const patch = (person: Person, id: string, body: object) =>
  answer(patchRoute, { token: person.token, params: { id }, body, method: "PATCH" });
const remove = (person: Person, id: string) =>
  answer(deleteRoute, { token: person.token, params: { id }, method: "DELETE" });

describe("chats", () => {
  it("stay at ten when fifty are wanted at once, and the eleventh names the oldest", async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => create(u1)));
    expect(results.filter(({ code }) => code === 200)).toHaveLength(10);
    const items = await list(u1);
    expect(items).toHaveLength(10);
    const refused = results.find(({ code }) => code === 409)!;
    expect(refused.data).toMatchObject({ error: "chatLimit", oldest: { id: expect.any(String) } });
    const oldest = (await create(u1)).data!.oldest!.id;
    expect((await patch(u1, oldest, { archived: true })).code).toBe(200);
    expect((await create(u1)).code).toBe(200);
    expect((await patch(u1, oldest, { archived: false })).code).toBe(409);
    expect((await list(u1, { archived: true })).map(({ id }) => id)).toEqual([oldest]);
    expect(await list(u2)).toHaveLength(0);
  });

  it("keep the last one, also against two deletions at once", async () => {
    const [a, b] = [(await create(u1)).data!.id, (await create(u1)).data!.id];
    const results = await Promise.all([remove(u1, a), remove(u1, b)]);
    expect(results.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await list(u1)).toHaveLength(1);
  });

  it("refuse an empty name and one that is too long, and keep a good one", async () => {
    const { id } = (await create(u1)).data!;
    expect((await patch(u1, id, { title: "  " })).data).toMatchObject({ fields: { title: "sessionNameEmpty" } });
    expect((await patch(u1, id, { title: "字".repeat(81) })).code).toBe(400);
    expect((await patch(u1, id, { title: " 周报 👩‍💻 " })).code).toBe(200);
    expect((await list(u1))[0]!.title).toBe("周报 👩‍💻");
  });

  it("are found by title and by what was said, with wildcards meant literally", async () => {
    const { id } = (await create(u1, { title: "预算 100%_计划" })).data!;
    const other = (await create(u1, { title: "其他" })).data!.id;
    const modelId = await makeModel(fake.url, "fake-echo");
    await readStream(
      await call(answerRoute, { token: u1.token, params: { id: other }, body: { text: "蓝鲸项目 100%", modelId } }),
    );
    expect((await list(u1, { keyword: "100%_" })).map((item) => item.id)).toEqual([id]);
    expect((await list(u1, { keyword: "蓝鲸" })).map((item) => item.id)).toEqual([other]);
    expect(await list(u1, { keyword: "%" })).toHaveLength(2);
    expect(await list(u2, { keyword: "蓝鲸" })).toHaveLength(0);
  });

  it("of others are neither renamed nor deleted", async () => {
    const { id } = (await create(u1)).data!;
    await create(u1);
    expect((await patch(u2, id, { title: "mine" })).code).toBe(404);
    expect((await remove(u2, id)).code).toBe(404);
    expect((await list(u1)).some((item) => item.id === id)).toBe(true);
  });
});

describe("input", () => {
  it("counts Unicode code points to 2,000", async () => {
    const { id } = (await create(u1)).data!;
    const modelId = await makeModel(fake.url, "fake-echo");
    const post = (text: string) => call(answerRoute, { token: u1.token, params: { id }, body: { text, modelId } });
    const fits = await post("👩".repeat(2000));
    expect(fits.status).toBe(200);
    await readStream(fits);
    const over = await post("👩".repeat(2001));
    expect(over.status).toBe(400);
    expect(((await over.json()) as { data: object }).data).toMatchObject({ fields: { text: "chatInputTooLong" } });
  });

  it.each([
    ["an empty text", { text: " \n " }],
    ["a missing text", {}],
    ["a wrong type", { text: 5 }],
    ["an unknown key", { text: "x", role: "system" }],
    ["settings out of range", { text: "x", settings: { temperature: 99 } }],
    ["a billion tokens", { text: "x", settings: { maxOutputTokens: 1e9 } }],
    ["a model that does not exist", { text: "x", modelId: "no-such-model" }],
  ])("%s is refused and nothing is stored", async (_name, body) => {
    const { id } = (await create(u1)).data!;
    const { code } = await answer(answerRoute, { token: u1.token, params: { id }, body });
    expect([400, 404]).toContain(code);
    expect(await db().select().from(usageLedger).where(eq(usageLedger.userId, u1.id))).toHaveLength(0);
  });
});

describe("the daily allowance", () => {
  it("holds against twenty questions at once: the overshoot is one reservation", async () => {
    const person = await makePerson({ dailyTokenLimit: 1 });
    const modelId = await makeModel(fake.url, "fake-echo", { maxOutputTokens: 50 });
    const chats = await Promise.all(Array.from({ length: 10 }, () => create(person)));
    const responses = await Promise.all(
      chats.map(({ data }) =>
        call(answerRoute, { token: person.token, params: { id: data!.id }, body: { text: "hi", modelId } }),
      ),
    );
    const admitted = responses.filter((response) => response.status === 200);
    expect(admitted).toHaveLength(1);
    await readStream(admitted[0]!);
    const refused = responses.find((response) => response.status === 429)!;
    expect(((await refused.json()) as { data: object }).data).toMatchObject({ error: "dailyTokenLimit" });
    expect(await countedOf(`user:${person.id}`)).toMatchObject({ reserved: 0 });
    expect(await db().select().from(usageLedger).where(eq(usageLedger.userId, person.id))).toHaveLength(1);
  });

  it("of none allows none, and without a limit any number", async () => {
    const none = await makePerson({ dailyTokenLimit: 0 });
    const modelId = await makeModel(fake.url, "fake-echo");
    const chat = (await create(none, { title: "titled" })).data!.id;
    const body = { text: "hi", modelId };
    expect((await answer(answerRoute, { token: none.token, params: { id: chat }, body })).code).toBe(429);
    const own = (await create(u1, { title: "titled" })).data!.id;
    const free = await call(answerRoute, { token: u1.token, params: { id: own }, body });
    expect((await readStream(free)).finish?.status).toBe("done");
  });

  it("settled figures equal the sum of the ledger", async () => {
    const chat = (await create(u1, { title: "titled" })).data!.id;
    for (const behaviour of ["fake-echo", "fake-no-usage", "fake-cut", "fake-500"]) {
      const modelId = await makeModel(fake.url, behaviour);
      await readStream(
        await call(answerRoute, { token: u1.token, params: { id: chat }, body: { text: "hi", modelId } }),
      );
    }
    const rows = await db().select().from(usageLedger).where(eq(usageLedger.userId, u1.id));
    expect(rows).toHaveLength(4);
    const used = rows.reduce((sum, row) => sum + row.inputTokens + row.outputTokens, 0);
    expect(await countedOf(`user:${u1.id}`)).toEqual({ used, reserved: 0 });
  });
});
