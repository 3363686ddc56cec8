import { eq } from "drizzle-orm";
import { DELETE, GET as getUser, PUT } from "@/app/api/scim/v2/Users/[id]/route";
import { GET, POST } from "@/app/api/scim/v2/Users/route";
import { closeDatabase, db } from "@/db/client";
import { findBoundPerson, insertBinding } from "@/db/queries/login-channels/channels";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { personOf } from "@/lib/auth/channels/sign-in";
import { dropLicences, makeIssuer, putLicence, trust } from "@/tests/factories/licences";
import { dropLoginChannel } from "@/tests/factories/login-channels";
import { makePerson } from "@/tests/factories/people";
import { ENTERPRISE, makePushingChannel, newUser, pusher, USER, unique } from "@/tests/factories/scim";

const META = { requestId: "test", address: "192.0.2.1", userAgent: "jest" };
let first: Awaited<ReturnType<typeof makePushingChannel>>;
let second: typeof first;
let one: ReturnType<typeof pusher>;
let two: ReturnType<typeof pusher>;

beforeAll(async () => {
  first = await makePushingChannel();
  second = await makePushingChannel({ scimSubject: "userName" });
  one = pusher(first.token);
  two = pusher(second.token);
});
afterAll(async () => {
  await dropLoginChannel(first.channel.id);
  await dropLoginChannel(second.channel.id);
  await closeDatabase();
});

const row = async (id: string) => (await db().select().from(users).where(eq(users.id, id)))[0]!;

it("makes a person who is here what was pushed, and answers the resource", async () => {
  const sent = newUser({
    displayName: "Ada Lovelace",
    phoneNumbers: [{ value: "138 0013 8000", type: "mobile" }],
    password: "Secret123",
    [ENTERPRISE]: { department: "Research", employeeNumber: "7" },
  });
  const made = await one.ask(POST, "POST", { body: sent });
  expect(made.status).toBe(201);
  expect(made.headers.get("content-type")).toBe("application/scim+json");
  expect(made.headers.get("location")).toBe(`http://product.test/api/scim/v2/Users/${made.body.id}`);
  expect(made.body).toMatchObject({
    schemas: [USER, ENTERPRISE],
    userName: sent.userName,
    externalId: sent.externalId,
    active: true,
    displayName: "Ada Lovelace",
    [ENTERPRISE]: { department: "Research", employeeNumber: "7" },
    groups: [],
    meta: { resourceType: "User" },
  });
  expect(JSON.stringify(made.body)).not.toContain("Secret123");
  expect(await row(made.body.id)).toMatchObject({
    account: sent.userName,
    name: "Ada Lovelace",
    email: sent.emails[0]!.value,
    phone: "+8613800138000",
    type: "scim",
    status: "enabled",
    passwordHash: null,
  });
  const [log] = await db().select().from(operationLogs).where(eq(operationLogs.targetId, made.body.id));
  expect(log).toMatchObject({
    action: "scim.user.create",
    actorId: null,
    actorAccount: `scim:${first.channel.nameEn}`,
    result: "success",
  });
  expect(JSON.stringify(log)).not.toContain("Secret123");
});

it("whoever signs in with the pushed identity is the pushed person, and stays as pushed", async () => {
  const sent = newUser({ displayName: "Pushed" });
  const { body } = await one.ask(POST, "POST", { body: sent });
  const identity = {
    issuer: first.channel.issuer,
    subject: sent.externalId,
    account: "something-else",
    name: "From the token",
    claims: {},
  };
  expect(await personOf(first.channel, identity, META)).toMatchObject({ userId: body.id, isNew: false });
  expect((await row(body.id)).name).toBe("Pushed");
  // By the user name, where the channel says so.
  const other = newUser();
  const made = await two.ask(POST, "POST", { body: other });
  const named = { ...identity, issuer: second.channel.issuer, subject: other.userName };
  expect((await personOf(second.channel, named, META)).userId).toBe(made.body.id);
});

it("somebody who came in by the channel before is taken over by the same identity, not by name or address", async () => {
  const subject = unique("s");
  const account = unique("early");
  const { userId } = await personOf(
    first.channel,
    { issuer: first.channel.issuer, subject, account, name: "Early", claims: {} },
    META,
  );
  const refused = await one.ask(POST, "POST", { body: newUser({ userName: account }) });
  expect([refused.status, refused.body.scimType]).toEqual([409, "uniqueness"]);
  const made = await one.ask(POST, "POST", { body: newUser({ userName: account, externalId: subject }) });
  expect([made.status, made.body.id]).toEqual([201, userId]);
  expect((await row(userId)).type).toBe("scim");
});

describe("a take-over", () => {
  it("by the name of a local account is refused", async () => {
    const victim = await makePerson({ roles: ["administrator"] });
    for (const userName of [victim.account, victim.account.toUpperCase(), ` ${victim.account} `]) {
      const { status, body } = await one.ask(POST, "POST", { body: newUser({ userName }) });
      expect([status, body.scimType]).toEqual([409, "uniqueness"]);
    }
  });

  it("by an e-mail makes another person", async () => {
    const victim = await makePerson();
    const email = `${victim.account}@corp.example`;
    await db().update(users).set({ email }).where(eq(users.id, victim.id));
    const { status, body } = await one.ask(POST, "POST", { body: newUser({ emails: [{ value: email }] }) });
    expect(status).toBe(201);
    expect(body.id).not.toBe(victim.id);
  });

  it("of a local account that its owner linked is refused, at making and at changing", async () => {
    const victim = await makePerson({ roles: ["administrator"] });
    const subject = unique("linked");
    const { issuer, id: channelId } = first.channel;
    await insertBinding(db(), { issuer, subject, userId: victim.id, channelId });
    const made = await one.ask(POST, "POST", { body: newUser({ externalId: subject }) });
    expect([made.status, made.body.scimType]).toEqual([409, "uniqueness"]);
    const sent = newUser();
    const { body } = await one.ask(POST, "POST", { body: sent });
    const changed = await one.ask(PUT, "PUT", { id: body.id, body: { ...sent, externalId: subject } });
    expect([changed.status, changed.body.scimType]).toEqual([409, "uniqueness"]);
    expect((await findBoundPerson(db(), issuer, subject))?.userId).toBe(victim.id);
    expect((await findBoundPerson(db(), issuer, sent.externalId))?.userId).toBe(body.id);
    expect((await one.ask(getUser, "GET", { id: victim.id })).status).toBe(404);
  });

  it("of a person who was pushed already is refused, whatever the case", async () => {
    const sent = newUser();
    await one.ask(POST, "POST", { body: sent });
    const again = await one.ask(POST, "POST", { body: newUser({ userName: sent.userName.toUpperCase() }) });
    expect([again.status, again.body.scimType]).toEqual([409, "uniqueness"]);
    const same = await one.ask(POST, "POST", { body: newUser({ externalId: sent.externalId }) });
    expect(same.status).toBe(409);
    // The other channel's people are no more its own for their name.
    expect((await two.ask(POST, "POST", { body: newUser({ userName: sent.userName }) })).status).toBe(409);
  });
});

it("the link follows the outside id", async () => {
  const sent = newUser();
  const { body } = await one.ask(POST, "POST", { body: sent });
  const moved = unique("moved");
  const { status } = await one.ask(PUT, "PUT", { id: body.id, body: { ...sent, externalId: moved } });
  expect(status).toBe(200);
  expect((await findBoundPerson(db(), first.channel.issuer, moved))?.userId).toBe(body.id);
  expect(await findBoundPerson(db(), first.channel.issuer, sent.externalId)).toBeNull();
});

it("of several pushes of one person at once, one makes them", async () => {
  const sent = newUser();
  const answers = await Promise.all([1, 2, 3, 4].map(() => one.ask(POST, "POST", { body: sent })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

it("a name no account can have is refused", async () => {
  for (const userName of ["a b", "x".repeat(65), "<script>", "a/b"]) {
    const { status, body } = await one.ask(POST, "POST", { body: newUser({ userName }) });
    expect([userName, status, body.scimType]).toEqual([userName, 400, "invalidValue"]);
  }
});

it("deleting disables the person, forgets the push and the link, and keeps the account", async () => {
  const sent = newUser();
  const { body } = await one.ask(POST, "POST", { body: sent });
  expect((await two.ask(DELETE, "DELETE", { id: body.id })).status).toBe(404);
  expect((await one.ask(DELETE, "DELETE", { id: body.id })).status).toBe(204);
  expect(await row(body.id)).toMatchObject({ status: "disabled", account: sent.userName });
  expect(await findBoundPerson(db(), first.channel.issuer, sent.externalId)).toBeNull();
  expect((await one.ask(getUser, "GET", { id: body.id })).status).toBe(404);
  expect((await one.ask(DELETE, "DELETE", { id: body.id })).status).toBe(404);
});

it("200 and one people are two pages, in an order that holds", async () => {
  const { channel, token } = await makePushingChannel();
  const { ask } = pusher(token);
  for (let index = 0; index < 201; index++) await ask(POST, "POST", { body: newUser({ emails: [] }) });
  const page = async (query: Record<string, string | number>) => (await ask(GET, "GET", { query })).body;
  const [start, rest] = [await page({ count: 1000 }), await page({ startIndex: 201, count: 200 })];
  expect(start).toMatchObject({ totalResults: 201, startIndex: 1, itemsPerPage: 200 });
  expect(rest).toMatchObject({ totalResults: 201, startIndex: 201, itemsPerPage: 1 });
  const ids = [...start.Resources, ...rest.Resources].map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(201);
  expect(await page({ count: 0 })).toMatchObject({ totalResults: 201, Resources: [] });
  const sorted = (await page({ sortBy: "userName", sortOrder: "descending", count: 5, attributes: "userName" }))
    .Resources;
  const names = sorted.map(({ userName }: { userName: string }) => userName);
  expect(names).toEqual([...names].sort().reverse());
  expect(Object.keys(sorted[0]).sort()).toEqual(["id", "schemas", "userName"]);
  await dropLoginChannel(channel.id);
});

it("without a free seat nobody is made or let in again, and it says so", async () => {
  const { body } = await one.ask(POST, "POST", { body: newUser({ active: false }) });
  expect((await row(body.id)).status).toBe("disabled");
  const issuer = makeIssuer();
  trust(issuer);
  try {
    await putLicence(issuer.issue({ seats: 1 }));
    const made = await one.ask(POST, "POST", { body: newUser() });
    expect([made.status, made.body.detail]).toEqual([409, expect.stringMatching(/seat/i)]);
    const enabled = await one.ask(PUT, "PUT", { id: body.id, body: { userName: body.userName, active: true } });
    expect(enabled.status).toBe(409);
    expect((await row(body.id)).status).toBe("disabled");
    expect((await one.ask(POST, "POST", { body: newUser({ active: false }) })).status).toBe(201);
  } finally {
    await dropLicences();
  }
});
