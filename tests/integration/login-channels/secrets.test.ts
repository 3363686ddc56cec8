import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { closeDatabase, db } from "@/db/client";
import { loginChannels } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { opened } from "@/lib/auth/channels/store";
import { P } from "@/lib/permissions/codes";
import { channels, oidcBody } from "@/tests/factories/channel-calls";
import { makePerson, type Person } from "@/tests/factories/people";

const CANARY = "canary-7c1e90aa4d3b";
const NEXT = "canary-next-19fd20c6e8";

let admin: Person;
let clerk: Person;

beforeAll(async () => {
  admin = await makePerson({ roles: ["administrator"] });
  clerk = await makePerson({ codes: [P.CONFIG_SSO] });
});
beforeEach(async () => {
  await db().delete(loginChannels);
});
afterAll(async () => {
  await db().delete(loginChannels);
  await closeDatabase();
});

const make = async (over: object = {}) =>
  (await channels.create(clerk, oidcBody({ secrets: { clientSecret: CANARY }, ...over }))).data!.id;
const rowOf = async (id: string) => (await db().select().from(loginChannels).where(eq(loginChannels.id, id)))[0]!;
const storedOf = async (id: string) => opened(await rowOf(id)).secret("clientSecret");

describe("secrets of a login channel", () => {
  it("are encrypted, and are in no answer and in no line of the log", async () => {
    const id = await make();
    const detail = await channels.read(admin, id);
    expect(detail.data).toMatchObject({ secrets: { clientSecret: true } });
    const changed = await channels.change(clerk, id, { secrets: { clientSecret: NEXT } });
    const answers = [detail, changed, await channels.read(clerk, id), await channels.list(clerk)];
    const rows = await db().select().from(operationLogs).where(eq(operationLogs.targetId, id));
    expect(rows).toHaveLength(2);
    const written = JSON.stringify([answers, rows, await rowOf(id)]);
    expect(written).not.toContain("canary");
    expect(await storedOf(id)).toBe(NEXT);
    expect(rows.map(({ after }) => (after as { set: string[] }).set)).toEqual([["clientSecret"], ["clientSecret"]]);
  });

  it("stay when they are left out or empty, and go when they are null", async () => {
    const id = await make({ settings: { issuer: `https://${v7()}.test`, clientAuthentication: "none" } });
    expect((await channels.change(clerk, id, { secrets: { clientSecret: "" }, nameEn: "Other" })).code).toBe(200);
    expect(await storedOf(id)).toBe(CANARY);
    expect((await channels.change(clerk, id, { secrets: { clientSecret: null } })).code).toBe(200);
    expect(await storedOf(id)).toBeUndefined();
    expect((await channels.read(clerk, id)).data!.secrets).toEqual({});
  });

  it("cannot be taken away where the kind needs them", async () => {
    const id = await make();
    const refused = await channels.change(clerk, id, { secrets: { clientSecret: null } });
    expect(refused.data).toMatchObject({ fields: { "secrets.clientSecret": "required" } });
    const corp = { kind: "wecom", nameZh: "企微", nameEn: "WeCom", settings: { corpId: "ww1" }, app: { appId: "1" } };
    expect((await channels.create(admin, corp)).data).toMatchObject({ fields: { "secrets.appSecret": "required" } });
  });

  it("are not sent to another place than they were given for (SK-02)", async () => {
    const id = await make();
    const { settings } = (await channels.read(admin, id)).data!;
    const elsewhere = { ...settings, issuer: "https://attacker.example.com" };
    const refused = await channels.change(admin, id, { settings: elsewhere });
    expect(refused).toMatchObject({ code: 422, data: { error: "channelSecretAgain" } });
    expect(refused.data).toMatchObject({ fields: { "secrets.clientSecret": "secretAgain" } });
    expect((await rowOf(id)).settings).toMatchObject({ issuer: settings.issuer });
    expect((await channels.change(admin, id, { settings: elsewhere, secrets: { clientSecret: NEXT } })).code).toBe(200);
    expect(await storedOf(id)).toBe(NEXT);
  });

  it("are asked for again by every field that is a destination", async () => {
    const settings = { corpId: "ww2", apiBase: "https://api.one.test" };
    const secrets = { appSecret: CANARY, contactsSecret: CANARY };
    const body = { kind: "wecom", nameZh: "企微", nameEn: "WeCom", settings, secrets, app: { appId: "1" } };
    const id = (await channels.create(clerk, body)).data!.id;
    const stored = (await channels.read(clerk, id)).data!.settings;
    for (const name of ["corpId", "apiBase", "webBase", "clientBase"]) {
      const moved = { ...stored, [name]: name === "corpId" ? "ww3" : "https://elsewhere.test" };
      const refused = await channels.change(clerk, id, { settings: moved, secrets: { appSecret: NEXT } });
      expect(refused.data).toMatchObject({ fields: { "secrets.contactsSecret": "secretAgain" } });
    }
    expect((await channels.change(clerk, id, { settings: { ...stored, rootDepartmentId: 2 } })).code).toBe(200);
  });
});
