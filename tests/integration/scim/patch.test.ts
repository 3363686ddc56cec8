import { eq, inArray } from "drizzle-orm";
import { GET as sessionRoute } from "@/app/api/admin/user/self-info/route";
import { GET as getUser, PATCH, PUT } from "@/app/api/scim/v2/Users/[id]/route";
import { POST } from "@/app/api/scim/v2/Users/route";
import { GET as modelsRoute } from "@/app/api/v1/models/route";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { roles, userRoles } from "@/db/schema/roles";
import { makeApiKey } from "@/tests/factories/api-keys";
import { call } from "@/tests/factories/call";
import { dropLoginChannel } from "@/tests/factories/login-channels";
import { makePerson, signIn } from "@/tests/factories/people";
import { ENTERPRISE, makePushingChannel, newUser, pusher } from "@/tests/factories/scim";

let pushing: Awaited<ReturnType<typeof makePushingChannel>>;
let one: ReturnType<typeof pusher>;
let two: ReturnType<typeof pusher>;
let other: typeof pushing;

beforeAll(async () => {
  pushing = await makePushingChannel();
  other = await makePushingChannel();
  one = pusher(pushing.token);
  two = pusher(other.token);
});
afterAll(async () => {
  await dropLoginChannel(pushing.channel.id);
  await dropLoginChannel(other.channel.id);
  await closeDatabase();
});

const row = async (id: string) => (await db().select().from(users).where(eq(users.id, id)))[0]!;
const make = async (over = {}) => (await one.ask(POST, "POST", { body: newUser(over) })).body as { id: string };
const actionsOf = async (id: string) =>
  (await db().select().from(operationLogs).where(eq(operationLogs.targetId, id)).orderBy(operationLogs.id)).map(
    ({ action }) => action,
  );

it("what Entra changes is changed here, one attribute at a time", async () => {
  const { id } = await make();
  const { status, body } = await one.patch(
    PATCH,
    id,
    { op: "Replace", path: "displayName", value: "New name" },
    { op: "Add", path: 'emails[type eq "work"].value', value: "new@corp.example" },
    { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "13800138000" },
    { op: "Add", path: `${ENTERPRISE}:department`, value: "Law" },
  );
  expect([status, body.displayName, body[ENTERPRISE]]).toEqual([200, "New name", { department: "Law" }]);
  expect(await row(id)).toMatchObject({ name: "New name", email: "new@corp.example", phone: "+8613800138000" });
  const removed = await one.patch(PATCH, id, { op: "Remove", path: "phoneNumbers" }, { op: "remove", path: "emails" });
  expect(removed.body.phoneNumbers ?? []).toEqual([]);
  expect(await row(id)).toMatchObject({ email: null, phone: null });
});

it("deactivation ends open sessions and keys at the next call; activation lets in again", async () => {
  const { id } = await make();
  const bystander = await makePerson();
  const session = await signIn(id);
  const { secret } = await makeApiKey({ id });
  const statuses = async () => [
    (await call(sessionRoute, { token: session.token })).status,
    (await call(modelsRoute, { token: secret })).status,
    (await call(sessionRoute, { token: bystander.token })).status,
  ];
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await two.patch(PATCH, id, { op: "replace", value: { active: false } })).status).toBe(404);
  expect(await statuses()).toEqual([200, 200, 200]);
  const { body } = await one.patch(PATCH, id, { op: "Replace", path: "active", value: "False" });
  expect(body.active).toBe(false);
  expect(await statuses()).toEqual([401, 401, 200]);
  expect((await one.patch(PATCH, id, { op: "replace", value: { active: true } })).body.active).toBe(true);
  // The session stays ended; the key works again.
  expect(await statuses()).toEqual([401, 200, 200]);
  expect(await actionsOf(id)).toEqual(["scim.user.create", "scim.user.disable", "scim.user.enable"]);
});

it("somebody who was disabled here stays so until the provider says they are active", async () => {
  const { id } = await make();
  await db().update(users).set({ status: "disabled" }).where(eq(users.id, id));
  const { body } = await one.patch(PATCH, id, { op: "replace", path: "title", value: "Boss" });
  expect([body.title, body.active, (await row(id)).status]).toEqual(["Boss", false, "disabled"]);
});

it("a push that changes nothing leaves no trace", async () => {
  const { id } = await make({ displayName: "Same" });
  const { body } = await one.ask(getUser, "GET", { id });
  const again = await one.ask(PUT, "PUT", { id, body });
  await one.patch(PATCH, id, { op: "replace", value: { displayName: "Same", active: true } });
  expect(again.body.meta.lastModified).toBe(body.meta.lastModified);
  expect(await actionsOf(id)).toEqual(["scim.user.create"]);
});

it("what is not known, not readable or decided here is refused, and nothing is half done", async () => {
  const { id } = await make({ displayName: "Kept" });
  const attempts: [object, string][] = [
    [{ op: "replace", path: "id", value: "x" }, "mutability"],
    [{ op: "replace", path: "nobodyKnows", value: "x" }, "invalidPath"],
    [{ op: "replace", path: "userName", value: "" }, "invalidValue"],
    [{ op: "remove", path: "userName" }, "invalidValue"],
    [{ op: "replace", path: "title", value: "a\0" }, "invalidValue"],
    [{ op: "move", path: "title", value: "a" }, "invalidSyntax"],
  ];
  for (const [operation, scimType] of attempts) {
    const { status, body } = await one.patch(
      PATCH,
      id,
      { op: "replace", path: "displayName", value: "Lost" },
      operation,
    );
    expect([operation, status, body.scimType]).toEqual([operation, 400, scimType]);
  }
  expect((await row(id)).name).toBe("Kept");
  const empty = await one.ask(PATCH, "PATCH", { id, body: { Operations: [] } });
  expect([empty.status, empty.body.scimType]).toEqual([400, "invalidSyntax"]);
});

it("a user name somebody else of the channel has is refused; one's own in another spelling is not", async () => {
  const [first, second] = [newUser(), newUser()];
  await one.ask(POST, "POST", { body: first });
  const { body } = await one.ask(POST, "POST", { body: second });
  const clash = await one.patch(PATCH, body.id, {
    op: "replace",
    path: "userName",
    value: first.userName.toUpperCase(),
  });
  expect([clash.status, clash.body.scimType]).toEqual([409, "uniqueness"]);
  const own = await one.patch(PATCH, body.id, {
    op: "replace",
    path: "userName",
    value: second.userName.toUpperCase(),
  });
  expect([own.status, own.body.userName]).toEqual([200, second.userName.toUpperCase()]);
});

it("no password stays anywhere", async () => {
  const { id } = await make({ password: "Canary-Secret-1" });
  await one.patch(PATCH, id, { op: "replace", path: "password", value: "Canary-Secret-2" });
  await one.patch(PATCH, id, { op: "replace", value: { name: { password: "Canary-Secret-3", givenName: "B" } } });
  const tables = ["users", "scim_users", "operation_logs"];
  for (const table of tables) {
    const { rows } = await db().execute(
      `select count(*)::int as n from ${table} t where t::text like '%Canary-Secret%'`,
    );
    expect([table, rows[0]]).toEqual([table, { n: 0 }]);
  }
  expect((await row(id)).passwordHash).toBeNull();
});

it("an administrator is not disabled while no local one could come in", async () => {
  const { id } = await make();
  const [administrator] = await db().select().from(roles).where(eq(roles.key, "administrator"));
  await db().insert(userRoles).values({ userId: id, roleId: administrator!.id });
  const held = await db()
    .select({ id: users.id })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(eq(userRoles.roleId, administrator!.id));
  const enabled = await db().select({ id: users.id }).from(users).where(eq(users.status, "enabled"));
  const local = held
    .map((person) => person.id)
    .filter((who) => who !== id && enabled.some((person) => person.id === who));
  if (local.length > 0) await db().update(users).set({ status: "disabled" }).where(inArray(users.id, local));
  const refused = await one.patch(PATCH, id, { op: "replace", path: "active", value: false });
  if (local.length > 0) await db().update(users).set({ status: "enabled" }).where(inArray(users.id, local));
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(/administrator/i)]);
  expect((await row(id)).status).toBe("enabled");
  await makePerson({ roles: ["administrator"] });
  expect((await one.patch(PATCH, id, { op: "replace", path: "active", value: false })).status).toBe(200);
});
