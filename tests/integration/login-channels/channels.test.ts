import { eq, inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as placesRoute } from "@/app/api/admin/login-channels/departments/route";
import { POST as pictureRoute } from "@/app/api/admin/login-channels/pictures/route";
import { closeDatabase, db } from "@/db/client";
import { sessions } from "@/db/schema/auth";
import { loginChannels } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { openSession } from "@/lib/auth/session";
import { P } from "@/lib/permissions/codes";
import { answer } from "@/tests/factories/call";
import { bind, channels, oidcBody, pass } from "@/tests/factories/channel-calls";
import { BOUNDARY, multipart } from "@/tests/factories/files";
import { makePerson, type Person } from "@/tests/factories/people";

let admin: Person;
let clerk: Person;
let other: Person;
const made: string[] = [];

beforeAll(async () => {
  admin = await makePerson({ roles: ["administrator"] });
  clerk = await makePerson({ codes: [P.CONFIG_SSO] });
  other = await makePerson();
});
beforeEach(async () => {
  await db().delete(loginChannels);
});
afterAll(async () => {
  await db().delete(loginChannels);
  await closeDatabase();
});

const make = async (person: Person, over: object = {}) => {
  const { data, message } = await channels.create(person, oidcBody(over));
  if (!data?.id) throw new Error(message);
  made.push(data.id);
  return data.id;
};
const makeOn = async (person: Person, over: object = {}) => {
  const id = await make(person, over);
  await pass(id);
  expect((await channels.status(person, id, "enabled")).code).toBe(200);
  return id;
};
const itemOf = async (id: string) => (await channels.list(admin)).data!.items.find((item) => item.id === id);

describe("login channels", () => {
  it("are for people with the code alone", async () => {
    const id = await make(clerk);
    expect((await channels.list(other)).code).toBe(403);
    expect((await channels.create(other, oidcBody())).code).toBe(403);
    expect((await channels.read(other, id)).code).toBe(403);
    expect((await channels.change(other, id, { nameEn: "X" })).code).toBe(403);
    expect((await channels.status(other, id, "enabled")).code).toBe(403);
    expect((await channels.makeDefault(other, id)).code).toBe(403);
    expect((await channels.order(other, [id])).code).toBe(403);
    expect((await channels.test(other, id)).code).toBe(403);
    expect((await channels.remove(other, id)).code).toBe(403);
    expect((await answer(placesRoute, { token: other.token })).code).toBe(403);
    expect(await itemOf(id)).toMatchObject({ status: "disabled", isTested: false });
  });

  it("are made off, turned on after a test of these very settings, and off again by another setting (A1)", async () => {
    const id = await make(clerk);
    expect((await channels.status(clerk, id, "enabled")).data).toMatchObject({ error: "channelUntested" });
    await pass(id);
    expect((await channels.status(clerk, id, "enabled")).code).toBe(200);
    // A name is no part of the handshake.
    expect((await channels.change(clerk, id, { nameEn: "Renamed" })).data).toEqual({ switchedOff: false });
    expect(await itemOf(id)).toMatchObject({ status: "enabled", isTested: true, nameEn: "Renamed" });
    const { settings } = (await channels.read(clerk, id)).data!;
    const changed = await channels.change(clerk, id, { settings: { ...settings, scopes: "openid" } });
    expect(changed.data).toEqual({ switchedOff: true });
    expect(await itemOf(id)).toMatchObject({ status: "disabled", isTested: false });
    expect((await channels.status(admin, id, "enabled")).data).toMatchObject({ error: "channelUntested" });
  });

  it.each([
    ["the client's id", { app: { appId: "another" } }],
    ["a secret", { secrets: { clientSecret: "fresh-secret" } }],
  ])("need a test again after a change of %s", async (_, change) => {
    const id = await makeOn(clerk);
    expect((await channels.change(clerk, id, change)).data).toEqual({ switchedOff: true });
  });

  it("stay on when only what is synchronised changes, whose plans are stale then", async () => {
    const body = { kind: "ldap", nameZh: "目录", nameEn: "Directory" };
    const settings = { url: "ldaps://directory.test", baseDn: "dc=test" };
    const id = (await channels.create(clerk, { ...body, settings })).data!.id;
    await pass(id);
    await channels.status(clerk, id, "enabled");
    const before = (await channels.read(clerk, id)).data!;
    const synced = { ...before.settings, syncFilter: "(objectClass=inetOrgPerson)" };
    expect((await channels.change(clerk, id, { settings: synced })).data).toEqual({ switchedOff: false });
    const after = (await channels.read(admin, id)).data!;
    expect(after).toMatchObject({ status: "enabled", isTested: true, version: before.version + 1 });
    const filtered = { ...synced, userFilter: "(uid={account})" };
    expect((await channels.change(clerk, id, { settings: filtered })).data).toEqual({ switchedOff: true });
  });

  it("end the sessions of those who came in by one that is turned off, and no others", async () => {
    const id = await makeOn(clerk);
    const [theirs, stranger] = [await makePerson(), await makePerson()];
    await bind(theirs, id);
    const by = async (person: Person, method: string) =>
      (await openSession(person.id, method, { requestId: "t", address: "192.0.2.9", userAgent: "t" })).sessionId;
    const closed = await by(theirs, "oidc");
    const open = [await by(theirs, "password"), await by(stranger, "oidc")];
    expect((await channels.status(admin, id, "disabled")).code).toBe(200);
    const isRevoked = async (session: string) =>
      (await db().select().from(sessions).where(eq(sessions.id, session)))[0]?.revokedAt !== null;
    expect(await isRevoked(closed)).toBe(true);
    for (const session of open) expect(await isRevoked(session)).toBe(false);
  });

  it("are not closed while no administrator could come in by a password (A2)", async () => {
    const id = await makeOn(clerk);
    const outside = await makePerson({ roles: ["administrator"], type: "sso" });
    const locals = await db().update(users).set({ type: "sso" }).where(eq(users.type, "local")).returning();
    try {
      const { settings } = (await channels.read(outside, id)).data!;
      const refusals = [
        await channels.status(outside, id, "disabled"),
        await channels.remove(outside, id),
        await channels.change(outside, id, { settings: { ...settings, scopes: "openid" } }),
      ];
      for (const { data } of refusals) expect(data).toMatchObject({ error: "lastAdministrator" });
      expect((await channels.read(outside, id)).data).toMatchObject({ status: "enabled", settings });
    } finally {
      const ids = locals.map((user) => user.id);
      await db().update(users).set({ type: "local" }).where(inArray(users.id, ids));
    }
    expect((await channels.status(outside, id, "disabled")).code).toBe(200);
  });

  it("never stop passwords", async () => {
    expect((await channels.status(admin, "password", "disabled")).data).toMatchObject({ error: "passwordChannel" });
    expect((await channels.remove(admin, "password")).data).toMatchObject({ error: "passwordChannel" });
  });

  it("name the fields that are wrong, and unknown ones are refused", async () => {
    const bad = await channels.create(admin, oidcBody({ settings: { issuer: "ftp://x" }, secrets: {} }));
    expect(bad).toMatchObject({ code: 400, data: { fields: { "settings.issuer": "url" } } });
    const missing = await channels.create(admin, oidcBody({ secrets: {}, app: {} }));
    expect(missing.data).toMatchObject({ fields: { "secrets.clientSecret": "required", "app.appId": "required" } });
    expect((await channels.create(admin, oidcBody({ settings: { issuer: "https://a.test", nope: 1 } }))).code).toBe(
      400,
    );
    expect((await channels.create(admin, oidcBody({ nameEn: "a\0b" }))).code).toBe(400);
    expect((await channels.create(admin, oidcBody({ nameZh: "长".repeat(41) }))).code).toBe(400);
    expect((await channels.read(admin, "nope")).code).toBe(404);
    expect((await channels.read(admin, v7())).code).toBe(404);
  });

  it("stand for one issuer each", async () => {
    const settings = { issuer: "https://one.example.com" };
    await make(admin, { settings });
    const second = await channels.create(clerk, oidcBody({ settings }));
    expect(second).toMatchObject({ code: 409, data: { fields: { "settings.issuer": "issuerTaken" } } });
    const id = await make(clerk);
    const moved = await channels.change(clerk, id, { settings, secrets: { clientSecret: "anew" } });
    expect(moved.data).toMatchObject({ error: "channelIssuerTaken" });
  });

  it("have one default at most, also when two are made it at once", async () => {
    const ids = [await makeOn(clerk), await makeOn(clerk), await makeOn(admin)];
    const answers = await Promise.all(ids.map((id, index) => channels.makeDefault(index ? clerk : admin, id)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect((await channels.list(clerk)).data!.items.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    const off = await make(clerk);
    expect((await channels.makeDefault(clerk, off)).data).toMatchObject({ error: "channelOff" });
    const ldap = { url: "ldap://directory.test", baseDn: "dc=test" };
    const directory = (await channels.create(admin, { kind: "ldap", nameZh: "目录", nameEn: "Dir", settings: ldap }))
      .data!;
    expect((await channels.makeDefault(admin, directory.id)).code).toBe(400);
  });

  it("keep their order; one that left meanwhile is told", async () => {
    const ids = [await make(clerk), await make(clerk), await make(admin)];
    const turned = [...ids].reverse();
    expect((await channels.order(clerk, turned)).code).toBe(200);
    expect((await channels.list(admin)).data!.items.map(({ id }) => id)).toEqual(turned);
    expect((await channels.order(clerk, turned.slice(1))).data).toMatchObject({ error: "channelsChanged" });
    expect((await channels.order(clerk, [turned[0]!, turned[0]!, turned[1]!])).code).toBe(409);
  });

  it("are fifty at most, and deleting one keeps accounts and their links", async () => {
    const id = await makeOn(clerk);
    await bind(await makePerson({ codes: [P.CONFIG_SSO] }), id);
    expect(await itemOf(id)).toMatchObject({ people: 1 });
    const { settings } = (await channels.read(clerk, id)).data!;
    expect((await channels.remove(clerk, id)).code).toBe(200);
    expect((await channels.read(clerk, id)).code).toBe(404);
    const again = await make(clerk, { settings });
    expect(await itemOf(again)).toMatchObject({ people: 1 });
    for (let count = 1; count < 50; count += 1) await make(clerk);
    expect((await channels.create(clerk, oidcBody())).data).toMatchObject({ error: "channelLimit" });
  });

  it("leave a line in the operation log for each change", async () => {
    const id = await makeOn(clerk);
    await channels.makeDefault(clerk, id);
    await channels.change(clerk, id, { app: { appId: "next" } });
    await pass(id);
    await channels.status(admin, id, "enabled");
    await channels.status(admin, id, "disabled");
    await channels.order(clerk, [id]);
    await channels.remove(clerk, id);
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.targetId, id))
      .orderBy(operationLogs.id);
    const names = ["create", "enable", "default", "change", "enable", "disable", "order", "delete"];
    expect(rows.map(({ action }) => action)).toEqual(names.map((name) => `login-channel.${name}`));
  });
});

it("takes pictures as logos, of those who keep channels alone", async () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const upload = (person: Person, bytes: Buffer, filename: string) =>
    answer<{ id: string; error?: string }>(pictureRoute, {
      token: person.token,
      method: "POST",
      raw: new Uint8Array(multipart([{ name: "file", filename, bytes: bytes as never }])),
      headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    });
  expect((await upload(clerk, png, "logo.png")).data?.id).toMatch(/^[0-9a-f-]{36}$/);
  expect((await upload(clerk, Buffer.from("no picture"), "logo.txt")).data?.error).toBe("pictureWanted");
  expect((await upload(other, png, "logo.png")).code).toBe(403);
});
