import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { DELETE, GET as getGroup, PATCH, PUT } from "@/app/api/scim/v2/Groups/[id]/route";
import { GET, POST } from "@/app/api/scim/v2/Groups/route";
import { DELETE as deleteUser, GET as getUser } from "@/app/api/scim/v2/Users/[id]/route";
import { POST as postUser } from "@/app/api/scim/v2/Users/route";
import { closeDatabase, db } from "@/db/client";
import { departments, users } from "@/db/schema/organisation";
import { roles, userRoles } from "@/db/schema/roles";
import { seedRootDepartment } from "@/db/seed/foundation";
import { personOf } from "@/lib/auth/channels/sign-in";
import { dropLoginChannel } from "@/tests/factories/login-channels";
import { makePerson } from "@/tests/factories/people";
import { GROUP, makePushingChannel, newUser, pusher, unique } from "@/tests/factories/scim";

let pushing: Awaited<ReturnType<typeof makePushingChannel>>;
let other: typeof pushing;
let one: ReturnType<typeof pusher>;
let two: ReturnType<typeof pusher>;
let editorRole: string;
let ownRole: string;
let departmentId: string;

const makeRole = async () => {
  const id = v7();
  await db()
    .insert(roles)
    .values({ id, name: id, type: "custom", permissions: ["PERSONAL:CHAT"] });
  return id;
};

beforeAll(async () => {
  const rootId = await seedRootDepartment(db(), "Head office");
  departmentId = v7();
  await db()
    .insert(departments)
    .values({ id: departmentId, parentId: rootId, name: `Law ${departmentId}`, path: `${rootId}/${departmentId}/` });
  editorRole = await makeRole();
  ownRole = await makeRole();
  const rule = { claim: "groups", roleIds: [editorRole] };
  pushing = await makePushingChannel({
    rules: [
      { ...rule, value: "Editors", departmentId },
      { ...rule, value: "g-outside", departmentId: null },
    ],
  });
  other = await makePushingChannel();
  one = pusher(pushing.token);
  two = pusher(other.token);
});
afterAll(async () => {
  await dropLoginChannel(pushing.channel.id);
  await dropLoginChannel(other.channel.id);
  await closeDatabase();
});

const makeMember = async (by = one) => (await by.ask(postUser, "POST", { body: newUser() })).body.id as string;
const makeGroup = async (over: object = {}) =>
  (await one.ask(POST, "POST", { body: { schemas: [GROUP], displayName: unique("g"), ...over } })).body;
const rolesOf = async (userId: string) =>
  (await db().select().from(userRoles).where(eq(userRoles.userId, userId))).map(({ roleId }) => roleId).sort();
const placeOf = async (userId: string) =>
  (await db().select().from(users).where(eq(users.id, userId)))[0]!.departmentId;

it("a group is made, read, renamed and deleted, and its members see it", async () => {
  const [ada, ben] = [await makeMember(), await makeMember()];
  const displayName = unique("Team");
  const made = await one.ask(POST, "POST", { body: { displayName, externalId: "e1", members: [{ value: ada }] } });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ schemas: [GROUP], displayName, externalId: "e1", members: [{ value: ada }] });
  const { id } = made.body;
  expect((await one.ask(getUser, "GET", { id: ada })).body.groups).toMatchObject([{ value: id, display: displayName }]);
  expect((await one.patch(PATCH, id, { op: "Add", path: "members", value: [{ value: ben }] })).status).toBe(204);
  expect((await one.patch(PATCH, id, { op: "Remove", path: `members[value eq "${ada}"]` })).status).toBe(204);
  const renamed = unique("Renamed");
  await one.patch(PATCH, id, { op: "replace", value: { id, displayName: renamed } });
  expect((await one.ask(getGroup, "GET", { id })).body).toMatchObject({
    displayName: renamed,
    members: [{ value: ben }],
  });
  const found = await one.ask(GET, "GET", { query: { filter: `displayName eq "${renamed}"` } });
  expect(found.body.Resources).toHaveLength(1);
  const byMember = await one.ask(GET, "GET", {
    query: { filter: `members.value eq "${ben}"`, excludedAttributes: "members" },
  });
  expect(byMember.body.Resources.map((group: object) => "members" in group)).toEqual([false]);
  expect((await one.ask(PUT, "PUT", { id, body: { displayName: renamed } })).body.members).toEqual([]);
  expect((await one.ask(DELETE, "DELETE", { id })).status).toBe(204);
  expect((await one.ask(getGroup, "GET", { id })).status).toBe(404);
});

it("members give and take what the rules say, and nothing else", async () => {
  const ada = await makeMember();
  await db().insert(userRoles).values({ userId: ada, roleId: ownRole });
  const { id } = await makeGroup({ displayName: "Editors" });
  await one.patch(PATCH, id, { op: "Add", path: "members", value: [{ value: ada }] });
  expect([await rolesOf(ada), await placeOf(ada)]).toEqual([[editorRole, ownRole].sort(), departmentId]);
  const outside = await makeGroup({ externalId: "G-Outside", members: [{ value: ada }] });
  await one.patch(PATCH, id, { op: "Remove", path: "members", value: [{ value: ada }] });
  // The second group still says so.
  expect(await rolesOf(ada)).toEqual([editorRole, ownRole].sort());
  await one.patch(PATCH, outside.id, { op: "replace", path: "externalId", value: "another" });
  expect(await rolesOf(ada)).toEqual([ownRole]);
  await one.patch(PATCH, outside.id, { op: "replace", path: "externalId", value: "g-outside" });
  expect(await rolesOf(ada)).toEqual([editorRole, ownRole].sort());
  await one.ask(DELETE, "DELETE", { id: outside.id });
  expect(await rolesOf(ada)).toEqual([ownRole]);
  await one.ask(DELETE, "DELETE", { id });
});

it("signing in follows the groups, not what the token says; a rule made later counts from then on", async () => {
  const sent = newUser();
  const ada = (await one.ask(postUser, "POST", { body: sent })).body.id as string;
  const { id } = await makeGroup({ displayName: "Editors", members: [{ value: ada }] });
  const { channel } = pushing;
  const comeIn = (claims: Record<string, string[]>, rules = channel.provisioning.rules) =>
    personOf(
      { ...channel, provisioning: { ...channel.provisioning, rules } },
      { issuer: channel.issuer, subject: sent.externalId, account: "x", name: "x", claims },
      { requestId: "test", address: "192.0.2.1", userAgent: "jest" },
    );
  await comeIn({ groups: ["nothing"] });
  expect(await rolesOf(ada)).toEqual([editorRole]);
  const rule = { claim: "groups", value: "editors", departmentId: null };
  await comeIn({}, [...channel.provisioning.rules, { ...rule, roleIds: [ownRole] }]);
  expect(await rolesOf(ada)).toEqual([editorRole, ownRole].sort());
  await one.ask(DELETE, "DELETE", { id });
  await comeIn({ groups: ["Editors"] });
  expect(await rolesOf(ada)).toEqual([ownRole]);
});

it("nobody but the channel's own people can be a member", async () => {
  const stranger = await makeMember(two);
  const local = await makePerson();
  const { id } = await makeGroup();
  for (const value of [stranger, local.id, "nothing", v7()]) {
    const { status, body } = await one.patch(PATCH, id, { op: "add", path: "members", value: [{ value }] });
    expect([status, body.scimType]).toEqual([400, "invalidValue"]);
    const made = await one.ask(POST, "POST", { body: { displayName: unique("g"), members: [{ value }] } });
    expect(made.status).toBe(400);
  }
  expect((await one.ask(getGroup, "GET", { id })).body.members).toEqual([]);
});

it("another token sees, counts and changes none of the groups", async () => {
  const { id, displayName } = await makeGroup();
  const missing = (await two.ask(getGroup, "GET", { id: v7() })).body;
  expect((await two.ask(getGroup, "GET", { id })).body).toEqual(missing);
  expect((await two.ask(DELETE, "DELETE", { id })).status).toBe(404);
  expect((await two.ask(PUT, "PUT", { id, body: { displayName: "x" } })).status).toBe(404);
  expect((await two.patch(PATCH, id, { op: "replace", path: "displayName", value: "x" })).status).toBe(404);
  expect((await two.ask(GET, "GET")).body.totalResults).toBe(0);
  expect((await two.ask(POST, "POST", { body: { displayName } })).status).toBe(201);
  expect((await one.ask(getGroup, "GET", { id })).body.displayName).toBe(displayName);
});

it("a name is there once, whatever its case", async () => {
  const { displayName } = await makeGroup();
  const again = await one.ask(POST, "POST", { body: { displayName: displayName.toUpperCase() } });
  expect([again.status, again.body.scimType]).toEqual([409, "uniqueness"]);
  const { id } = await makeGroup();
  expect((await one.patch(PATCH, id, { op: "replace", path: "displayName", value: displayName })).status).toBe(409);
});

it("whoever is deleted is in no group any more", async () => {
  const ada = await makeMember();
  const { id } = await makeGroup({ members: [{ value: ada }] });
  await one.ask(deleteUser, "DELETE", { id: ada });
  expect((await one.ask(getGroup, "GET", { id })).body.members).toEqual([]);
});

it("sixty members come and go in one call", async () => {
  const people: string[] = [];
  for (let index = 0; index < 60; index++) people.push(await makeMember());
  const members = people.map((value) => ({ value }));
  const { id } = await makeGroup({ displayName: "Editors", members });
  expect(await rolesOf(people[59]!)).toEqual([editorRole]);
  await one.ask(PUT, "PUT", { id, body: { displayName: "Editors", members: members.slice(0, 1) } });
  expect((await one.ask(getGroup, "GET", { id })).body.members).toHaveLength(1);
  expect([await rolesOf(people[0]!), await rolesOf(people[59]!)]).toEqual([[editorRole], []]);
});
