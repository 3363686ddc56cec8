import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { closeDatabase, db } from "@/db/client";
import { updateChannel } from "@/db/queries/login-channels/channels";
import { sessions } from "@/db/schema/auth";
import { externalIdentities, loginChannels } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { departments, users } from "@/db/schema/organisation";
import { roles, userRoles } from "@/db/schema/roles";
import { seedRootDepartment } from "@/db/seed/foundation";
import { invalidateChannels } from "@/lib/auth/channels/store";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { answer } from "@/tests/factories/call";
import { changeLoginChannel, dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { beginAt, comeBack, failureOf, handIn, journey } from "@/tests/factories/openid-journey";
import { disable, makePerson, type Person } from "@/tests/factories/people";
import { OIDC_CLIENT, OIDC_PUBLIC_CLIENT, startOidcServer, walkOidc } from "@/tests/fakes/oidc-server";

let site: Awaited<ReturnType<typeof startOidcServer>>;
let channel: OpenChannel;
let local: Person;
const made: string[] = [];

const USUAL = {
  settings: { clientAuthentication: "client_secret_basic" },
  secrets: { clientSecret: OIDC_CLIENT.secret },
  app: { appId: OIDC_CLIENT.id },
};
/** There is one channel an issuer. */
async function makeChannel(issuer: string): Promise<OpenChannel> {
  const one = await makeLoginChannel({ kind: "oidc", ...USUAL, settings: { ...USUAL.settings, issuer } });
  made.push(one.id);
  return one;
}
beforeAll(async () => {
  site = await startOidcServer();
  local = await makePerson();
  // Roles are not taken away while nobody runs the product.
  await makePerson({ roles: ["administrator"] });
  channel = await makeChannel(site.issuer);
});
afterAll(async () => {
  for (const id of made) await dropLoginChannel(id);
  await site.close();
  await closeDatabase();
});

/** Somebody the provider knows and we do not, yet. */
function newcomer(claims: Record<string, unknown> = {}): string {
  const name = `o${v7().replaceAll("-", "").slice(8)}`;
  const email = { email: `${name}@corp.test`, email_verified: true };
  site.know(name, { preferred_username: name, name: `Name ${name}`, ...email, ...claims });
  return name;
}
const go = (name: string, at = channel, to?: string) => journey(at.id, (url) => walkOidc(url, name), to);
const userOf = async (account: string) => (await db().select().from(users).where(eq(users.account, account)))[0];
async function turn(status: "enabled" | "disabled"): Promise<void> {
  await updateChannel(db(), channel.id, { status });
  invalidateChannels();
}
const lastLog = async (targetId: string) =>
  (await db().select().from(operationLogs).where(eq(operationLogs.targetId, targetId)).orderBy(operationLogs.id))
    .filter(({ action }) => action === "auth.login")
    .at(-1);

it("the first sign-in makes an account, the second finds it; the asked page is next", async () => {
  const name = newcomer();
  const { end, cookie } = await go(name, channel, "/personal/chat?session=1");
  expect([end.pathname, end.searchParams.get("redirectUrl")]).toEqual(["/login", "/personal/chat?session=1"]);
  const { data } = await handIn(end, cookie);
  const self = await answer(selfInfoRoute, { token: data!.token });
  expect(self.data).toMatchObject({ account: name, name: `Name ${name}` });
  const user = await userOf(name);
  expect(user).toMatchObject({ type: "sso", email: `${name}@corp.test`, passwordHash: null });
  // Once only, and in no other browser.
  expect((await handIn(end, cookie)).data?.error).toBe("tokenLoginRefused");

  const again = await go(name);
  await handIn(again.end, again.cookie);
  expect(await db().select().from(users).where(eq(users.account, name))).toHaveLength(1);
  const bound = await db().select().from(externalIdentities).where(eq(externalIdentities.userId, user!.id));
  expect(bound).toMatchObject([{ issuer: site.issuer, subject: name, channelId: channel.id }]);
});

it("default department and roles, and those of claims, come with the account and follow the claims", async () => {
  const root = await seedRootDepartment(db(), "Head office");
  const id = v7();
  const [place] = await db()
    .insert(departments)
    .values({ id, name: id, parentId: root, path: `${root}/${id}/` })
    .returning();
  const ids = [v7(), v7()] as const;
  for (const own of ids)
    await db().insert(roles).values({ id: own, key: own, name: own, type: "custom", permissions: [] });
  const rules = [
    { claim: "groups", value: "engineers", roleIds: [ids[1]], departmentId: place!.id },
    { claim: "realm.level", value: "3", roleIds: [ids[1]], departmentId: null },
  ];
  await changeLoginChannel(channel, { provisioning: { departmentId: root, roleIds: [ids[0]], rules } });
  const [plain, grouped, nested] = [
    newcomer(),
    newcomer({ groups: ["x", "Engineers"] }),
    newcomer({ realm: { level: 3 } }),
  ];
  const rolesOf = async (name: string) => {
    const held = await db()
      .select()
      .from(userRoles)
      .where(eq(userRoles.userId, (await userOf(name))!.id));
    return held.map(({ roleId }) => roleId).sort();
  };
  for (const name of [plain, grouped, nested]) await go(name);
  expect(await rolesOf(plain)).toEqual([ids[0]]);
  expect(await rolesOf(grouped)).toEqual([...ids].sort());
  expect(await rolesOf(nested)).toEqual([...ids].sort());
  expect([(await userOf(plain))?.departmentId, (await userOf(grouped))?.departmentId]).toEqual([root, place!.id]);
  site.know(grouped, { preferred_username: grouped, name: "Other", groups: [] });
  await go(grouped);
  expect(await rolesOf(grouped)).toEqual([ids[0]]);
  await changeLoginChannel(channel, { provisioning: {} });
});

it("a client without a secret comes in by PKCE alone", async () => {
  await changeLoginChannel(channel, {
    settings: { clientAuthentication: "none" },
    secrets: {},
    app: { appId: OIDC_PUBLIC_CLIENT },
  });
  const { end } = await go(newcomer());
  expect(end.searchParams.get("jwt")).toBeTruthy();
  const { location } = await beginAt(channel.id);
  expect(new URL(location).searchParams.get("code_challenge_method")).toBe("S256");
  // Without the challenge the provider does not even ask who is there.
  const bare = new URL(location);
  bare.searchParams.delete("code_challenge");
  bare.searchParams.delete("code_challenge_method");
  const back = await walkOidc(bare.href, newcomer());
  expect(back.searchParams.get("error")).toBe("invalid_request");
  await changeLoginChannel(channel, USUAL);
});

it("a code of another sign-in is worth nothing: PKCE and nonce are this browser's", async () => {
  const [mine, theirs] = [await beginAt(channel.id), await beginAt(channel.id)];
  const stolen = await walkOidc(theirs.location, newcomer());
  const injected = new URL(stolen);
  injected.searchParams.set("state", new URL(mine.location).searchParams.get("state") ?? "");
  const end = await comeBack(channel.id, injected, { cookie: mine.cookie });
  expect(failureOf(end)).toBe("channelFailed");
  expect((await lastLog(channel.id))?.after).toMatchObject({ reason: expect.stringMatching(/code|pkce/) });
});

describe("the way back is refused", () => {
  it("with a state of nobody, without one, twice, and in another browser", async () => {
    const name = newcomer();
    const { location, cookie } = await beginAt(channel.id);
    const back = await walkOidc(location, name);
    const change = (state: string | null) => {
      const url = new URL(back);
      if (state === null) url.searchParams.delete("state");
      else url.searchParams.set("state", state);
      return url;
    };
    expect(failureOf(await comeBack(channel.id, change("forged"), { cookie }))).toBe("channelExpired");
    expect(failureOf(await comeBack(channel.id, change(null), { cookie }))).toBe("channelExpired");
    const other = await beginAt(channel.id);
    expect(failureOf(await comeBack(channel.id, back, { cookie: other.cookie }))).toBe("channelExpired");
    // Tried by another browser, it is used up.
    expect(failureOf(await comeBack(channel.id, back, { cookie }))).toBe("channelExpired");
    const good = await go(name);
    expect(good.end.searchParams.get("jwt")).toBeTruthy();
    expect(failureOf(await comeBack(channel.id, good.back, { cookie: good.cookie }))).toBe("channelExpired");
    const elsewhere = await makeChannel("https://other.test");
    const third = await beginAt(channel.id);
    const wrongDoor = await walkOidc(third.location, name);
    expect(failureOf(await comeBack(elsewhere.id, wrongDoor, { cookie: third.cookie }))).toBe("channelExpired");
  });

  it("when the person cancels, is disabled, or the channel was turned off meanwhile", async () => {
    const cancelled = await journey(channel.id, (url) => walkOidc(url, "", "out"), "/personal/chat");
    expect(failureOf(cancelled.end)).toBe("channelDenied");
    expect(cancelled.end.searchParams.get("redirectUrl")).toBe("/personal/chat");

    const name = newcomer();
    await go(name);
    await disable((await userOf(name))!.id);
    expect(failureOf((await go(name)).end)).toBe("channelNoAccount");

    const { location, cookie } = await beginAt(channel.id);
    await turn("disabled");
    const back = await walkOidc(location, newcomer());
    expect(failureOf(await comeBack(channel.id, back, { cookie }))).toBe("channelExpired");
    expect(failureOf(new URL((await beginAt(channel.id)).location, "http://product.test"))).toBe("channelOff");
    await turn("enabled");
  });
});

it("nobody is found by e-mail or name: an account that exists stays its owner's (AU-09)", async () => {
  const name = newcomer({
    preferred_username: local.account,
    email: `${local.account}@corp.test`,
    email_verified: false,
  });
  await db()
    .update(users)
    .set({ email: `${local.account}@corp.test` })
    .where(eq(users.id, local.id));
  const before = await db().select().from(sessions).where(eq(sessions.userId, local.id));
  expect(failureOf((await go(name)).end)).toBe("channelAccountTaken");
  const sameMail = newcomer({ email: `${local.account}@corp.test` });
  await go(sameMail);
  expect((await userOf(sameMail))?.id).not.toBe(local.id);
  expect(await db().select().from(externalIdentities).where(eq(externalIdentities.userId, local.id))).toEqual([]);
  expect(await db().select().from(sessions).where(eq(sessions.userId, local.id))).toHaveLength(before.length);
});

it("an address the provider does not vouch for is not stored, and gives no role and no department", async () => {
  const root = await seedRootDepartment(db(), "Head office");
  const [roleId, id] = [v7(), v7()];
  await db().insert(roles).values({ id: roleId, key: roleId, name: roleId, type: "custom", permissions: [] });
  await db()
    .insert(departments)
    .values({ id, name: id, parentId: root, path: `${root}/${id}/` });
  const boss = `boss-${roleId}@corp.test`;
  const rule = (claim: string) => ({ claim, value: boss, roleIds: [roleId], departmentId: id });
  const rules = [rule("email"), rule("preferred_username"), rule("groups")];
  const provisioning = { departmentId: root, roleIds: [], rules };
  await changeLoginChannel(channel, { provisioning });
  const outcome = async (name: string, account = name) => {
    await go(name);
    const user = await userOf(account);
    const held = await db().select().from(userRoles).where(eq(userRoles.userId, user!.id));
    return { email: user?.email, departmentId: user?.departmentId, roles: held.map((row) => row.roleId) };
  };
  const nothing = { email: null, departmentId: root, roles: [] };
  for (const email_verified of [false, "false", undefined]) {
    expect(await outcome(newcomer({ email: boss, email_verified }))).toEqual(nothing);
  }
  // Neither by another name for the same address.
  const alike = newcomer({ email: boss, email_verified: false, groups: ["x", boss.toUpperCase()] });
  expect(await outcome(alike)).toEqual(nothing);
  const all = { email: boss, departmentId: id, roles: [roleId] };
  const [theirs, others] = [newcomer({ email: boss }), newcomer()];
  expect(await outcome(theirs)).toEqual(all);
  expect((await outcome(others)).roles).toEqual([]);
  // What was given goes with the proof; the address that was proved once stays.
  site.know(theirs, { preferred_username: theirs, name: theirs, email: boss, email_verified: false });
  expect(await outcome(theirs)).toEqual({ ...all, roles: [] });
  // A provider that checks every address and says nothing of it.
  await changeLoginChannel(channel, { settings: { ...channel.settings, emailTrusted: true } });
  expect(await outcome(newcomer({ email: boss, email_verified: undefined }))).toEqual(all);
  expect(await outcome(newcomer({ email: boss, email_verified: false }))).toEqual(nothing);
  await changeLoginChannel(channel, {
    settings: channel.settings,
    provisioning: { departmentId: root, roleIds: [], rules: [] },
  });
});

it("two first sign-ins at once make one account", async () => {
  const name = newcomer();
  const ways = await Promise.all(
    [1, 2].map(async () => {
      const { location, cookie } = await beginAt(channel.id);
      return { cookie, back: await walkOidc(location, name) };
    }),
  );
  const ends = await Promise.all(ways.map(({ back, cookie }) => comeBack(channel.id, back, { cookie })));
  expect(ends.map((end) => Boolean(end.searchParams.get("jwt")))).toEqual([true, true]);
  expect(await db().select().from(users).where(eq(users.account, name))).toHaveLength(1);
});

it("a wrong secret, a wrong issuer and a server that is gone each have their reason, and no account", async () => {
  await changeLoginChannel(channel, { secrets: { clientSecret: "wrong" } });
  const cases: [OpenChannel, string][] = [
    [channel, "clientRefused"],
    [await makeChannel(`${site.issuer}/`), "issuer"],
    [await makeChannel("http://127.0.0.1:1"), "unreachable"],
    [await makeChannel("http://169.254.169.254"), "badConfiguration"],
  ];
  for (const [broken, reason] of cases) {
    const name = newcomer();
    const { location, cookie } = await beginAt(broken.id);
    const end = location.startsWith(site.issuer)
      ? await comeBack(broken.id, await walkOidc(location, name), { cookie })
      : new URL(location, "http://product.test");
    expect([reason, failureOf(end)]).toEqual([
      reason,
      reason === "unreachable" ? "channelUnreachable" : "channelFailed",
    ]);
    const line = await lastLog(broken.id);
    expect([line?.result, line?.after]).toEqual(["failed", { channel: "oidc", reason }]);
    expect(JSON.stringify(line)).not.toContain("wrong");
    expect(await userOf(name)).toBeUndefined();
    const [row] = await db().select().from(loginChannels).where(eq(loginChannels.id, broken.id));
    expect(row).toMatchObject({ failure: reason });
  }
});
