import { eq } from "drizzle-orm";
import { PATCH as patchToolRoute } from "@/app/api/admin/tools/builtin/[key]/route";
import { POST as checkRoute } from "@/app/api/admin/tools/builtin/[key]/test/route";
import { GET as toolsRoute } from "@/app/api/admin/tools/route";
import { POST as runRoute } from "@/app/api/admin/tools/run/route";
import { DELETE as deleteRoute, PATCH as patchRoute } from "@/app/api/admin/tools/search-providers/[id]/route";
import { POST as testRoute } from "@/app/api/admin/tools/search-providers/[id]/test/route";
import { PUT as orderRoute } from "@/app/api/admin/tools/search-providers/order/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/admin/tools/search-providers/route";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { tools } from "@/db/schema/tools";
import { searchCalls, searchProviders } from "@/db/schema/web";
import type { ToolListDto, ToolRunDto } from "@/lib/features/tools/dto";
import type { SearchProbeDto, SearchProviderListDto } from "@/lib/features/tools/search-dto";
import { invalidateTools } from "@/lib/tools/registry";
import { runTool } from "@/lib/tools/run";
import { invalidateSearchProviders } from "@/lib/web/providers/store";
import { answer, call } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";
import { SEARCH_KEY, startToolServices } from "@/tests/fakes/tool-services.mjs";

const CANARY = "search-canary-5e1d77aa";

let fake: Awaited<ReturnType<typeof startToolServices>>;
let other: Awaited<ReturnType<typeof startToolServices>>;
let first: Person;
let second: Person;

beforeAll(async () => {
  [fake, other] = [await startToolServices(), await startToolServices()];
  [first, second] = [
    await makePerson({ codes: ["SYSTEM:CONFIG:TOOLS"] }),
    await makePerson({ codes: ["SYSTEM:CONFIG:TOOLS"] }),
  ];
});
beforeEach(async () => {
  await db().delete(searchProviders);
  await db().delete(tools);
  invalidateSearchProviders();
  invalidateTools();
  other.state.seen = [];
});
afterAll(async () => {
  await fake.close();
  await other.close();
  await closeDatabase();
});

const input = (over: object = {}) => ({ kind: "tavily", name: "Tavily", baseUrl: `${fake.url}/tavily`, ...over });
const create = (over: object = {}, { token } = first) =>
  answer<{ id: string }>(createRoute, { token, body: input(over) });
const made = async (over: object = {}) => (await create({ apiKey: SEARCH_KEY, ...over })).data!.id;
const patch = (id: string, body: object, { token } = second) =>
  answer<{ error: string; fields?: object }>(patchRoute, { token, params: { id }, body, method: "PATCH" });
const test = async (id: string) =>
  (await answer<SearchProbeDto>(testRoute, { token: second.token, params: { id }, body: {} })).data!;
const list = async ({ token } = second) => (await answer<SearchProviderListDto>(listRoute, { token })).data!;
const order = (ids: string[]) => answer(orderRoute, { token: first.token, body: { ids }, method: "PUT" });
const enable = (enabled: boolean) => {
  const params = { key: "web_search" };
  return answer(patchToolRoute, { token: first.token, params, body: { enabled }, method: "PATCH" });
};
const search = async () =>
  (await answer<ToolListDto>(toolsRoute, { token: first.token })).data!.builtin.find(
    ({ key }) => key === "web_search",
  )!;

it("the web search waits for a provider, and works for everybody with one", async () => {
  const staff = await makePerson();
  const run = () => runTool(staff.actor, "web_search", { query: "合同" }, { signal: new AbortController().signal });
  expect(await search()).toMatchObject({ ready: false, enabled: false });
  expect(await enable(true)).toMatchObject({ code: 422, data: { error: "toolNotReady" } });
  const body = { name: "web_search", arguments: { query: "x" } };
  const tried = await answer<ToolRunDto>(runRoute, { token: first.token, body });
  expect(tried.data).toMatchObject({ ok: false, error: "toolNotReady" });
  const id = await made();
  expect((await enable(true)).code).toBe(200);
  expect(await search()).toMatchObject({ ready: true, enabled: true });
  expect(await run()).toMatchObject({
    isError: false,
    text: expect.stringMatching(/^1\. Result 1 for 合同\n {3}https:/),
  });
  const checked = await answer<ToolRunDto>(checkRoute, { token: first.token, params: { key: "web_search" }, body: {} });
  expect(checked.data).toMatchObject({ ok: true });
  expect((await list()).items[0]).toMatchObject({ usedToday: 2, status: "normal", failures: [] });
  // Without the last provider it is not there for anybody.
  await answer(deleteRoute, { token: second.token, params: { id }, method: "DELETE" });
  expect(await run()).toMatchObject({ error: "toolNotFound" });
});

it("keys go in and never come out", async () => {
  const answers: unknown[] = [await create({ apiKey: CANARY, dailyQuota: 5, costMicros: 250_000 })];
  const { id } = (await list()).items[0]!;
  const failed = await test(id);
  expect(failed).toMatchObject({ ok: false, error: "toolUnauthorized" });
  answers.push(failed, await patch(id, { apiKey: `${CANARY}-2` }), await patch(id, { baseUrl: other.url }));
  answers.push(await (await call(listRoute, { token: first.token })).text());
  answers.push(await db().select().from(searchProviders), await db().select().from(operationLogs));
  answers.push(await db().select().from(searchCalls));
  expect(JSON.stringify(answers)).not.toContain(CANARY);
  expect(JSON.stringify(fake.state.seen)).toContain(CANARY);
  expect((await list()).items[0]).toMatchObject({ hasKey: true, keyHint: "aa-2", dailyQuota: 5, costMicros: 250_000 });
});

it("a key stays with its address (SK-02)", async () => {
  const id = await made();
  const moved = { baseUrl: `${other.url}/tavily` };
  const refusal = { code: 422, data: { error: "keyRequiredForNewAddress", fields: { apiKey: "keyAgain" } } };
  expect(await patch(id, moved)).toMatchObject(refusal);
  // On a host that many share the path says who reads the key.
  expect(await patch(id, { baseUrl: `${fake.url}/tavily/of-somebody-else` })).toMatchObject(refusal);
  await test(id);
  expect(other.state.seen).toHaveLength(0);
  expect((await patch(id, { ...moved, apiKey: null })).code).toBe(200);
  expect((await list()).items[0]).toMatchObject({ hasKey: false, ready: false, status: "unknown" });
  expect(await test(id)).toMatchObject({ ok: false, error: "toolNotReady" });
  expect(await search()).toMatchObject({ ready: false });
});

it("tests are recorded, also of one that is off or used up", async () => {
  const id = await made({ enabled: false, dailyQuota: 1 });
  expect(await test(id)).toMatchObject({ ok: true, hits: [{ url: "https://example.com/1" }, {}, {}] });
  expect(await test(id)).toMatchObject({ ok: true });
  expect((await list()).items[0]).toMatchObject({ status: "normal", usedToday: 2, checkedAt: expect.any(String) });
  await patch(id, { apiKey: "wrong-key-0000" });
  expect((await list()).items[0]).toMatchObject({ status: "unknown" });
  const failed = await test(id);
  expect(failed.detail).not.toContain("wrong-key");
  expect((await list()).items[0]).toMatchObject({
    status: "abnormal",
    checkError: "toolUnauthorized",
    failures: [{ error: "toolUnauthorized" }],
  });
});

it("are put in an order as a whole", async () => {
  const ids = [await made({ name: "a" }), await made({ name: "b" }), await made({ name: "c" })];
  const names = async () => (await list()).items.map(({ name }) => name).join("");
  expect(await names()).toBe("abc");
  expect((await order([ids[2]!, ids[0]!, ids[1]!])).code).toBe(200);
  expect(await names()).toBe("cab");
  expect((await order([ids[2]!, ids[0]!])).code).toBe(409);
  expect((await order([ids[0]!, ids[0]!, ids[1]!])).code).toBe(409);
  expect(await names()).toBe("cab");
});

it("two people change one provider: the second sees what the first did", async () => {
  const id = await made();
  const { revision } = (await list()).items[0]!;
  expect((await patch(id, { name: "Ours", revision }, first)).code).toBe(200);
  const stale = await patch(id, { name: "Mine", revision }, second);
  expect(stale).toMatchObject({ code: 409, data: { error: "staleRecord", current: { name: "Ours" } } });
  await made({ name: "Another" });
  expect(await patch(id, { name: "Another" })).toMatchObject({ code: 409, data: { fields: { name: "nameTaken" } } });
  const logged = await db().select().from(operationLogs).where(eq(operationLogs.targetId, id));
  expect(logged.map(({ action, actorId }) => [action, actorId])).toEqual(
    expect.arrayContaining([
      ["tool.provider.create", first.id],
      ["tool.provider.change", first.id],
    ]),
  );
});

it.each([
  ["link-local", { baseUrl: "http://169.254.169.254" }, 422],
  ["another protocol", { baseUrl: "file:///etc/passwd" }, 400],
  ["an unknown service", { kind: "google" }, 400],
  ["an unknown field", { owner: "me" }, 400],
  ["a key of two lines", { apiKey: "a\r\nx: y" }, 400],
  ["a quota of none", { dailyQuota: 0 }, 400],
  ["a name without an end", { name: "n".repeat(61) }, 400],
])("refuses %s", async (_name, over, code) => {
  expect((await create(over)).code).toBe(code);
  expect((await list()).total).toBe(0);
});

it("nobody without the code gets through a door", async () => {
  const { token } = await makePerson({ codes: ["SYSTEM:CONFIG:MODELS", "PERSONAL:SEARCH"] });
  const id = await made();
  const params = { id };
  const codes = [
    (await answer(listRoute, { token })).code,
    (await answer(createRoute, { token, body: input({ name: "x" }) })).code,
    (await answer(patchRoute, { token, params, body: { enabled: false }, method: "PATCH" })).code,
    (await answer(deleteRoute, { token, params, method: "DELETE" })).code,
    (await answer(testRoute, { token, params, body: {} })).code,
    (await answer(orderRoute, { token, body: { ids: [id] }, method: "PUT" })).code,
  ];
  expect(codes).toEqual(codes.map(() => 403));
  expect((await list()).items[0]).toMatchObject({ enabled: true, usedToday: 0 });
});
