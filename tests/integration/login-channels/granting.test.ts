import { v7 } from "uuid";
import { GET as choicesRoute } from "@/app/api/admin/login-channels/choices/route";
import { closeDatabase, db } from "@/db/client";
import { listRoleChoices } from "@/db/queries/organisation/people";
import { loginChannels } from "@/db/schema/login-channels";
import { roles } from "@/db/schema/roles";
import type { ChannelChoices } from "@/lib/features/login-channels/dto";
import { P } from "@/lib/permissions/codes";
import { answer } from "@/tests/factories/call";
import { bind, channels, oidcBody, pass } from "@/tests/factories/channel-calls";
import { makePerson, type Person } from "@/tests/factories/people";

let admin: Person;
let clerk: Person;

beforeAll(async () => {
  admin = await makePerson({ roles: ["administrator"] });
  clerk = await makePerson({ codes: [P.CONFIG_SSO, P.CHAT] });
});
beforeEach(async () => {
  await db().delete(loginChannels);
});
afterAll(async () => {
  await db().delete(loginChannels);
  await closeDatabase();
});

const roleWith = async (...codes: string[]) => {
  const [row] = await db()
    .insert(roles)
    .values({ key: v7(), name: v7(), type: "custom", permissions: codes })
    .returning();
  return row!.id;
};
const idOf = async (key: string) => (await listRoleChoices(db())).find((role) => role.key === key)!.id;
const rule = (roleIds: string[], departmentId: string | null = null) => ({
  claim: "groups",
  value: "staff",
  roleIds,
  departmentId,
});
const make = async (person: Person, over: object = {}) => (await channels.create(person, oidcBody(over))).data!.id;

describe("roles a login channel gives", () => {
  it("are those the actor holds, by default and by rule; the administrator role is the administrators'", async () => {
    const [mine, theirs] = [await roleWith(P.CHAT), await roleWith(P.ORG_USER)];
    const administrator = await idOf("administrator");
    const withRoles = (provisioning: object) => channels.create(clerk, oidcBody({ provisioning }));
    expect((await withRoles({ roleIds: [mine], rules: [rule([mine])] })).code).toBe(200);
    expect((await withRoles({ roleIds: [theirs] })).data).toMatchObject({ error: "codesNotHeld" });
    expect((await withRoles({ rules: [rule([theirs])] })).data).toMatchObject({ error: "codesNotHeld" });
    expect((await withRoles({ roleIds: [administrator] })).data).toMatchObject({ error: "administratorsOnly" });
    expect((await withRoles({ rules: [rule([administrator])] })).data).toMatchObject({ error: "administratorsOnly" });
    expect((await channels.create(admin, oidcBody({ provisioning: { roleIds: [administrator] } }))).code).toBe(200);
  });

  it("cannot be reached by pointing somebody else's channel at another provider, or by turning it on", async () => {
    const administrator = await idOf("administrator");
    const id = await make(admin, { provisioning: { roleIds: [administrator] } });
    const { settings } = (await channels.read(clerk, id)).data!;
    const mine = { settings: { ...settings, issuer: "https://mine.test" }, secrets: { clientSecret: "mine" } };
    expect((await channels.change(clerk, id, mine)).data).toMatchObject({ error: "administratorsOnly" });
    await pass(id);
    expect((await channels.status(clerk, id, "enabled")).data).toMatchObject({ error: "administratorsOnly" });
    expect((await channels.status(admin, id, "enabled")).code).toBe(200);
  });

  it("and departments are there", async () => {
    const wrong = { roleIds: [v7()], departmentId: v7(), rules: [rule([], v7())] };
    const { code, data } = await channels.create(admin, oidcBody({ provisioning: wrong }));
    expect(code).toBe(400);
    expect(data).toMatchObject({
      fields: {
        "provisioning.roleIds": "invalid",
        "provisioning.departmentId": "invalid",
        "provisioning.rules.0.departmentId": "invalid",
      },
    });
  });

  it("say in the choices which may be given", async () => {
    const theirs = await roleWith(P.ORG_USER);
    const read = async (person: Person) =>
      (await answer<ChannelChoices>(choicesRoute, { token: person.token })).data!.roles.find(({ id }) => id === theirs);
    expect(await read(clerk)).toMatchObject({ isGrantable: false });
    expect(await read(admin)).toMatchObject({ isGrantable: true });
  });
});

describe("a channel of people who hold more than the actor", () => {
  it("is theirs to read alone; administrators decide about it", async () => {
    const stronger = await makePerson({ codes: [P.ORG_USER] });
    const id = await make(clerk);
    await pass(id);
    await bind(clerk, id);
    expect((await channels.status(clerk, id, "enabled")).code).toBe(200);
    await bind(stronger, id);
    const refusals = [
      await channels.change(clerk, id, { secrets: { clientSecret: "mine" } }),
      await channels.change(clerk, id, { nameEn: "Mine" }),
      await channels.status(clerk, id, "disabled"),
      await channels.makeDefault(clerk, id),
      await channels.remove(clerk, id),
    ];
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 403, data: { error: "channelStronger" } });
    expect((await channels.read(clerk, id)).data).toMatchObject({ isStronger: true, status: "enabled" });
    expect((await channels.read(admin, id)).data).toMatchObject({ isStronger: false });
    expect((await channels.status(admin, id, "disabled")).code).toBe(200);
  });

  it("is not made anew under its issuer, nor another one turned into it", async () => {
    const settings = { issuer: `https://${v7()}.test` };
    const gone = await make(admin, { settings });
    await bind(await makePerson({ roles: ["administrator"] }), gone);
    await channels.remove(admin, gone);
    expect((await channels.create(clerk, oidcBody({ settings }))).data).toMatchObject({ error: "channelStronger" });
    const own = await make(clerk);
    const turned = await channels.change(clerk, own, { settings, secrets: { clientSecret: "mine" } });
    expect(turned.data).toMatchObject({ error: "channelStronger" });
  });
});
