import { asc, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as groupsRoute } from "@/app/api/admin/login-channels/[id]/scim/groups/route";
import { DELETE, GET, POST } from "@/app/api/admin/login-channels/[id]/scim/route";
import { POST as postGroup } from "@/app/api/scim/v2/Groups/route";
import { GET as listUsers, POST as postUser } from "@/app/api/scim/v2/Users/route";
import { closeDatabase, db } from "@/db/client";
import { findChannelRow } from "@/db/queries/login-channels/channels";
import { operationLogs } from "@/db/schema/operation-log";
import { userRoles } from "@/db/schema/roles";
import { type ScimState, scimGroupDto, scimStateDto } from "@/lib/features/scim/dto";
import { answer } from "@/tests/factories/call";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { makePerson, type Person } from "@/tests/factories/people";
import { makePushingChannel, newUser, pusher } from "@/tests/factories/scim";

let boss: Person;
let clerk: Person;
let staff: Person;
let pushing: Awaited<ReturnType<typeof makePushingChannel>>;
let other: typeof pushing;

beforeAll(async () => {
  boss = await makePerson({ roles: ["administrator"] });
  clerk = await makePerson({ codes: ["SYSTEM:CONFIG:SSO"] });
  staff = await makePerson();
  pushing = await makePushingChannel();
  other = await makePushingChannel();
});
afterAll(async () => {
  await dropLoginChannel(pushing.channel.id);
  await dropLoginChannel(other.channel.id);
  await closeDatabase();
});

const stateOf = async ({ token }: Person, id = pushing.channel.id) => {
  const { data } = await answer(GET, { token, params: { id } });
  return scimStateDto.parse(data) satisfies ScimState;
};
const askWith = (token: string) => pusher(token).ask(listUsers, "GET");

it("a token is made, shown once, replaced and taken back, each in the operation log without it", async () => {
  const params = { id: pushing.channel.id };
  const make = async () =>
    (await answer<{ token: string }>(POST, { method: "POST", token: clerk.token, params })).data!.token;
  const first = await make();
  expect(first).toMatch(/^scim-[\w-]{43}$/);
  expect((await askWith(pushing.token)).status).toBe(401);
  expect((await askWith(first)).status).toBe(200);
  const second = await make();
  expect([(await askWith(first)).status, (await askWith(second)).status]).toEqual([401, 200]);
  const state = await answer(GET, { token: clerk.token, params });
  expect(JSON.stringify(state)).not.toMatch(/scim-/);
  expect(state.data).toMatchObject({ hasToken: true, isEditable: true });
  expect((await findChannelRow(db(), params.id))?.scimTokenHash).not.toContain(second);
  await answer(DELETE, { method: "DELETE", token: clerk.token, params });
  expect((await askWith(second)).status).toBe(401);
  expect((await stateOf(clerk)).hasToken).toBe(false);
  const rows = await db()
    .select()
    .from(operationLogs)
    .where(eq(operationLogs.actorId, clerk.id))
    .orderBy(asc(operationLogs.id));
  expect(rows.map(({ action }) => action)).toEqual(["scim.token.create", "scim.token.create", "scim.token.revoke"]);
  expect(JSON.stringify(rows)).not.toContain(second);
});

it("the panel counts the channel's own people and groups, and names the address", async () => {
  const before = await stateOf(boss, other.channel.id);
  expect(before).toMatchObject({ people: 0, groups: 0, lastPushAt: null });
  const { ask } = pusher(other.token);
  const { body } = await ask(postUser, "POST", { body: newUser() });
  await ask(postUser, "POST", { body: newUser({ active: false }) });
  await ask(postGroup, "POST", {
    body: { displayName: "Finance 100%", externalId: "f", members: [{ value: body.id }] },
  });
  await ask(postGroup, "POST", { body: { displayName: "Law" } });
  expect(await stateOf(boss, other.channel.id)).toMatchObject({
    baseUrl: "http://product.test/api/scim/v2",
    people: 2,
    disabled: 1,
    groups: 2,
    subject: "externalId",
    lastPushAt: expect.stringMatching(/Z$/),
  });
  expect(await stateOf(boss)).toMatchObject({ people: 0, groups: 0 });
  const list = async (query: Record<string, string | number>, id = other.channel.id) => {
    const { data } = await answer<{ items: unknown[]; total: number }>(groupsRoute, {
      token: boss.token,
      params: { id },
      query,
    });
    return { items: data!.items.map((item) => scimGroupDto.parse(item)), total: data!.total };
  };
  const finance = { displayName: "Finance 100%", externalId: "f", members: 1 };
  expect(await list({})).toMatchObject({ items: [finance, { displayName: "Law", members: 0 }], total: 2 });
  expect(await list({ page: 2, pageSize: 1 })).toMatchObject({ items: [{ displayName: "Law" }], total: 2 });
  expect(await list({ keyword: "100%" })).toMatchObject({ items: [finance], total: 1 });
  expect((await list({}, pushing.channel.id)).total).toBe(0);
});

it("whoever lacks what the channel's people hold makes no token and takes none back", async () => {
  const { body } = await pusher(other.token).ask(postUser, "POST", { body: newUser() });
  await db().insert(userRoles).values({ userId: body.id, roleId: boss.actor.roleIds[0]! });
  const params = { id: other.channel.id };
  expect((await stateOf(clerk, params.id)).isEditable).toBe(false);
  for (const [handler, method] of [
    [POST, "POST"],
    [DELETE, "DELETE"],
  ] as const) {
    const refused = await answer(handler, { method, token: clerk.token, params });
    expect([refused.code, refused.data]).toMatchObject([403, { error: "channelStronger" }]);
  }
  expect((await askWith(other.token)).status).toBe(200);
  expect((await answer(POST, { method: "POST", token: boss.token, params })).code).toBe(200);
  // What the channel gives counts as well as what its people hold.
  const giving = await makePushingChannel({ roleIds: [boss.actor.roleIds[0]!] });
  expect((await stateOf(clerk, giving.channel.id)).isEditable).toBe(false);
  await dropLoginChannel(giving.channel.id);
});

it("people without the permission, unknown channels and kinds that push nothing", async () => {
  const directory = await makeLoginChannel({ kind: "wecom", settings: { corpId: `corp${v7().slice(-6)}` } });
  for (const [handler, method] of [
    [GET, "GET"],
    [POST, "POST"],
    [DELETE, "DELETE"],
    [groupsRoute, "GET"],
  ] as const) {
    const ask = (person: Person, id: string) => answer(handler, { method, token: person.token, params: { id } });
    expect((await ask(staff, pushing.channel.id)).code).toBe(403);
    expect((await ask(boss, v7())).code).toBe(404);
    expect((await ask(boss, "nothing")).code).toBe(404);
    expect((await ask(boss, directory.id)).code).toBe(404);
  }
  await dropLoginChannel(directory.id);
});
