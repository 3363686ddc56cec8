import { GET as infoRoute } from "@/app/api/admin/user/self-info/route";
import { GET as listGroupsRoute } from "@/app/api/scim/v2/Groups/route";
import { GET as typesRoute } from "@/app/api/scim/v2/ResourceTypes/route";
import { GET as schemaRoute } from "@/app/api/scim/v2/Schemas/[id]/route";
import { GET as schemasRoute } from "@/app/api/scim/v2/Schemas/route";
import { GET as configRoute } from "@/app/api/scim/v2/ServiceProviderConfig/route";
import { GET as getUser, PATCH, PUT } from "@/app/api/scim/v2/Users/[id]/route";
import { GET, POST } from "@/app/api/scim/v2/Users/route";
import { GET as modelsRoute } from "@/app/api/v1/models/route";
import { closeDatabase, db } from "@/db/client";
import { updateChannel } from "@/db/queries/login-channels/channels";
import { call } from "@/tests/factories/call";
import { dropLoginChannel } from "@/tests/factories/login-channels";
import { makePerson } from "@/tests/factories/people";
import { makePushingChannel, newUser, pusher, USER } from "@/tests/factories/scim";

let first: Awaited<ReturnType<typeof makePushingChannel>>;
let second: typeof first;
let one: ReturnType<typeof pusher>;
let two: ReturnType<typeof pusher>;

beforeAll(async () => {
  first = await makePushingChannel();
  second = await makePushingChannel();
  one = pusher(first.token);
  two = pusher(second.token);
});
afterAll(async () => {
  await dropLoginChannel(first.channel.id);
  await dropLoginChannel(second.channel.id);
  await closeDatabase();
});

it("no token, a wrong one and a person's own are refused alike, in the standard's shape", async () => {
  const person = await makePerson({ roles: ["administrator"] });
  const answers: unknown[] = [];
  for (const token of ["", "nothing", "scim-nothing", person.token, `${first.token}x`]) {
    const { status, body, headers } = await pusher(token).ask(GET, "GET");
    expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
    answers.push([status, body]);
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toEqual([
    401,
    { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "401", detail: expect.any(String) },
  ]);
});

it("a token opens nothing else", async () => {
  for (const route of [infoRoute, modelsRoute]) {
    expect((await call(route, { token: `Bearer ${first.token}` })).status).toBe(401);
  }
});

it("a token that was taken back is out at the next call; one of a channel that is off still pushes", async () => {
  const { channel, token } = await makePushingChannel();
  const { ask } = pusher(token);
  await updateChannel(db(), channel.id, { status: "disabled" });
  expect((await ask(GET, "GET")).status).toBe(200);
  await updateChannel(db(), channel.id, { scimTokenHash: null });
  expect((await ask(GET, "GET")).status).toBe(401);
  await dropLoginChannel(channel.id);
});

it("a token sees, counts and changes its own channel's people only", async () => {
  const { body } = await one.ask(POST, "POST", { body: newUser() });
  const before = (await two.ask(GET, "GET")).body.totalResults;
  const hidden = await two.ask(getUser, "GET", { id: body.id });
  const missing = await two.ask(getUser, "GET", { id: "0192f0a0-0000-7000-8000-000000000000" });
  const malformed = await two.ask(getUser, "GET", { id: "nothing" });
  expect([hidden.status, hidden.body]).toEqual([404, missing.body]);
  expect(malformed.body).toEqual(missing.body);
  for (const [handler, method] of [
    [PUT, "PUT"],
    [PATCH, "PATCH"],
  ] as const) {
    const sent = method === "PUT" ? newUser() : { Operations: [{ op: "replace", path: "active", value: false }] };
    expect((await two.ask(handler, method, { id: body.id, body: sent })).status).toBe(404);
  }
  for (const filter of [`id eq "${body.id}"`, `userName eq "${body.userName}"`, `externalId eq "${body.externalId}"`]) {
    expect((await two.ask(GET, "GET", { query: { filter } })).body.totalResults).toBe(0);
    expect((await one.ask(GET, "GET", { query: { filter } })).body.Resources).toHaveLength(1);
  }
  expect((await two.ask(GET, "GET")).body.totalResults).toBe(before);
  expect((await one.ask(getUser, "GET", { id: body.id })).body.active).toBe(true);
});

it("filters find what they say and nothing by injection", async () => {
  const { channel, token } = await makePushingChannel();
  const { ask } = pusher(token);
  const sent = newUser({ displayName: "100% O'Hara_x", emails: [{ value: "O@Corp.example" }] });
  const plain = newUser({ displayName: "Plain", active: false, emails: [] });
  for (const user of [sent, plain]) expect((await ask(POST, "POST", { body: user })).status).toBe(201);
  const found = async (filter: string) => {
    const { body } = await ask(GET, "GET", { query: { filter } });
    return (body.Resources as { userName: string }[]).map(({ userName }) => userName);
  };
  expect(await found(`userName eq "${sent.userName.toUpperCase()}"`)).toEqual([sent.userName]);
  expect(await found(`externalId eq "${sent.externalId.toUpperCase()}"`)).toEqual([]);
  expect(await found("active eq false")).toEqual([plain.userName]);
  expect(await found('emails.value eq "o@corp.EXAMPLE"')).toEqual([sent.userName]);
  expect(await found("not (emails pr)")).toEqual([plain.userName]);
  expect(await found('displayName sw "100% o\'hara_"')).toEqual([sent.userName]);
  expect(await found('displayName co "%"')).toEqual([sent.userName]);
  expect(await found('displayName co "_"')).toEqual([sent.userName]);
  expect(await found('userName eq "nobody" or displayName eq "plain"')).toEqual([plain.userName]);
  expect(await found(`userName eq "' or '1'='1"`)).toEqual([]);
  expect(await found(`externalId eq "x'); drop table users; --"`)).toEqual([]);
  const bad = await ask(GET, "GET", { query: { filter: "userName eq 1) or (1=1" } });
  expect([bad.status, bad.body.scimType]).toEqual([400, "invalidFilter"]);
  await dropLoginChannel(channel.id);
});

it("hostile queries, ids and bodies are never a 500", async () => {
  for (const text of ["", "\0", "'; --", "%", "../..", "a".repeat(5000), "__proto__", "\ud800"]) {
    const query = { filter: text, startIndex: text, count: text, sortBy: text, attributes: text };
    for (const handler of [GET, listGroupsRoute]) {
      expect((await one.ask(handler, "GET", { query })).status).toBeLessThan(500);
    }
    expect((await one.ask(getUser, "GET", { id: text })).status).toBe(404);
    const made = await one.ask(POST, "POST", { body: newUser({ displayName: `${text}\0` }) });
    expect([made.status, made.body.scimType]).toEqual([400, "invalidValue"]);
  }
});

it("a body is JSON of a megabyte at most, whichever of the two types it names", async () => {
  const headers = { "content-type": "text/plain" };
  expect((await one.ask(POST, "POST", { raw: "{}", headers })).status).toBe(415);
  const huge = JSON.stringify(newUser({ title: "x".repeat(1024 ** 2) }));
  expect((await one.ask(POST, "POST", { raw: huge })).status).toBe(413);
  const broken = await one.ask(POST, "POST", { raw: "{" });
  expect([broken.status, broken.body.scimType]).toEqual([400, "invalidSyntax"]);
  const json = { "content-type": "application/json; charset=utf-8" };
  expect((await one.ask(POST, "POST", { body: newUser(), headers: json })).status).toBe(201);
});

it("a provider that runs wild waits, others do not", async () => {
  const { channel, token } = await makePushingChannel();
  const pushes = (globalThis as { __scimPushes?: Map<string, object> }).__scimPushes!;
  pushes.set(channel.id, { since: Date.now(), count: 3000 });
  const { status, headers, body } = await pusher(token).ask(GET, "GET");
  expect([status, headers.get("retry-after"), body.status]).toEqual([429, "60", "429"]);
  expect((await one.ask(GET, "GET")).status).toBe(200);
  await dropLoginChannel(channel.id);
});

it("says what it can do", async () => {
  const config = (await one.ask(configRoute, "GET")).body;
  expect(config).toMatchObject({ patch: { supported: true }, bulk: { supported: false }, filter: { maxResults: 200 } });
  expect((await one.ask(typesRoute, "GET")).body.Resources.map(({ id }: { id: string }) => id)).toEqual([
    "User",
    "Group",
  ]);
  expect((await one.ask(schemasRoute, "GET")).body.totalResults).toBe(3);
  expect((await one.ask(schemaRoute, "GET", { id: USER })).body.name).toBe("User");
  expect((await one.ask(schemaRoute, "GET", { id: "urn:nothing" })).status).toBe(404);
});
