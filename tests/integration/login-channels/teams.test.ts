import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { POST as loginTeamsRoute } from "@/app/api/login-teams/route";
import { POST as passwordRoute } from "@/app/api/token/login-pw/route";
import { POST as logoutRoute } from "@/app/api/token/logout/route";
import { closeDatabase, db } from "@/db/client";
import { loginChannels } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { invalidateChannels, loadChannels } from "@/lib/auth/channels/store";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { readCookie } from "@/lib/auth/cookie";
import { mayBeFramed } from "@/lib/auth/framing";
import { resetEnv } from "@/lib/config/env";
import { isTeamsOffered } from "@/lib/features/auth/service/teams-login";
import { answer, call } from "@/tests/factories/call";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { handIn, journey } from "@/tests/factories/openid-journey";
import { disable, makePerson, PASSWORD } from "@/tests/factories/people";
import { ENTRA_APP_URI, ENTRA_CLIENT, startEntraServer } from "@/tests/fakes/entra-server";

let tenant: Awaited<ReturnType<typeof startEntraServer>>;
let channel: OpenChannel;

beforeAll(async () => {
  tenant = await startEntraServer();
  channel = await makeLoginChannel({
    kind: "entra",
    settings: { tenantId: tenant.tenantId, authority: tenant.authority },
    secrets: { clientSecret: ENTRA_CLIENT.secret },
    app: { appId: ENTRA_CLIENT.id, appIdUri: ENTRA_APP_URI },
  });
});
beforeEach(() => tenant.misbehave());
afterEach(() => {
  process.env.PUBLIC_URL = "http://product.test";
  resetEnv();
});
afterAll(async () => {
  await dropLoginChannel(channel.id);
  await tenant.close();
  await closeDatabase();
});

function newcomer() {
  const person = { oid: v7(), preferred_username: `${v7().replaceAll("-", "").slice(12)}@corp.test`, name: "Anna" };
  tenant.know(person.oid, person);
  return person;
}
/** Each call from elsewhere: failures are counted by source. */
const freshAddress = () => `2001:db8:${v7().slice(-4)}:${v7().slice(-4)}::1`;
const login = (authToken: string, address = freshAddress()) =>
  answer<{ token: string; error?: string }>(loginTeamsRoute, { body: { authToken }, address });
const userOf = async (account: string) => (await db().select().from(users).where(eq(users.account, account)))[0];
const reason = async () => {
  const lines = await db()
    .select()
    .from(operationLogs)
    .where(eq(operationLogs.targetId, channel.id))
    .orderBy(operationLogs.id);
  return (lines.filter(({ action }) => action === "auth.login").at(-1)?.after as { reason?: string })?.reason;
};

it("tokens of both versions and the redirect sign the same person in; a second person is another one", async () => {
  const [anna, ben] = [newcomer(), newcomer()];
  const accounts: unknown[] = [];
  for (const token of [await tenant.teamsToken(anna, "2.0"), await tenant.teamsToken(anna, "1.0")]) {
    const { data } = await login(token);
    accounts.push((await answer(selfInfoRoute, { token: data!.token })).data?.account);
  }
  const { end, cookie } = await journey(channel.id, (url) => tenant.walk(url, anna.oid));
  const redirected = await handIn(end, cookie);
  accounts.push((await answer(selfInfoRoute, { token: redirected.data!.token })).data?.account);
  expect(accounts).toEqual([anna.preferred_username, anna.preferred_username, anna.preferred_username]);
  expect(await db().select().from(users).where(eq(users.account, anna.preferred_username))).toHaveLength(1);
  await login(await tenant.teamsToken(ben));
  expect((await userOf(ben.preferred_username))?.id).not.toBe((await userOf(anna.preferred_username))?.id);
});

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;

describe("one answer for every token that is wrong, and the reason in the log", () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ["for another application", { aud: "api://other" }, "audience"],
    ["handed to another application than Teams", { azp: "04b07795-8ddb-461a-bbee-02f9e1bf7b46" }, "audience"],
    ["without an application", { azp: undefined }, "audience"],
    ["of another issuer", { iss: "https://sts.windows.net/evil/" }, "issuer"],
    ["expired", { exp: seconds(-120) }, "expired"],
    ["not valid yet", { nbf: seconds(600) }, "notYet"],
    ["issued in the future", { iat: seconds(600) }, "notYet"],
    ["without end", { exp: undefined }, "claims"],
    ["with another scope", { scp: "User.Read" }, "claims"],
    ["of an application without a person", { scp: undefined, roles: ["access_as_user"] }, "claims"],
    ["without an object id", { oid: undefined }, "claims"],
  ];
  it.each(cases)("%s", async (_name, claims, expected) => {
    const person = newcomer();
    const got = await login(await tenant.teamsToken(person, "2.0", claims));
    expect([got.code, got.data?.error, await reason()]).toEqual([400, "channelFailed", expected]);
    expect(await userOf(person.preferred_username)).toBeUndefined();
  });

  it.each([[{ key: "other" } as const], [{ alg: "none" } as const], [{ alg: "HS256" } as const]])(
    "signed otherwise: %j",
    async (wrong) => {
      const person = newcomer();
      tenant.misbehave(wrong);
      const got = await login(await tenant.teamsToken(person));
      expect([got.data?.error, await reason()]).toEqual(["channelFailed", "signature"]);
      expect(await userOf(person.preferred_username)).toBeUndefined();
    },
  );

  it("of another tenant, no token at all, a disabled person, somebody else's account name", async () => {
    const foreign = await login(await tenant.teamsToken(newcomer(), "2.0", { tid: v7() }));
    const none = await login("not a token");
    const person = newcomer();
    await login(await tenant.teamsToken(person));
    await disable((await userOf(person.preferred_username))!.id);
    const disabled = await login(await tenant.teamsToken(person));
    const local = await makePerson();
    const taken = await login(await tenant.teamsToken({ ...newcomer(), preferred_username: local.account }));
    for (const got of [foreign, none, disabled, taken]) {
      expect([got.code, got.data]).toEqual([foreign.code, foreign.data]);
      expect(got.message).toBe(foreign.message);
    }
    expect(await reason()).toBe("accountTaken");
    expect((await login("x".repeat(20_000))).data?.error).toBe("invalidInput");
  });
});

it("clocks may differ by a minute", async () => {
  const token = await tenant.teamsToken(newcomer(), "2.0", { exp: seconds(-45), nbf: seconds(45), iat: seconds(45) });
  expect((await login(token)).code).toBe(200);
});

it("a source that guesses is stopped, and its passwords are not", async () => {
  const [address, bad] = [freshAddress(), await tenant.teamsToken(newcomer(), "2.0", { aud: "other" })];
  for (let tries = 0; tries < 60; tries += 1) await login(bad, address);
  const good = await tenant.teamsToken(newcomer());
  expect((await login(good, address)).data?.error).toBe("tooManyRequests");
  expect((await login(good)).code).toBe(200);
  const local = await makePerson();
  const body = { username: local.account, password: PASSWORD };
  expect((await answer(passwordRoute, { body, address })).code).toBe(200);
});

describe("in the client's frame", () => {
  const cookieOf = (response: Response, name: string) =>
    response.headers.getSetCookie().find((line) => line.startsWith(name)) ?? "";
  const SESSION = "__Secure-authjs.session-token";

  it("by https the session's cookie is the frame's own, also when it is renewed and cleared", async () => {
    process.env.PUBLIC_URL = "https://product.test";
    resetEnv();
    const headers = { origin: "https://product.test" };
    const token = await tenant.teamsToken(newcomer());
    const response = await call(loginTeamsRoute, { body: { authToken: token }, address: freshAddress(), headers });
    const cookie = cookieOf(response, SESSION);
    expect(cookie).toMatch(/HttpOnly; SameSite=None; Partitioned; Max-Age=\d+; Secure$/);
    const pair = cookie.split(";")[0] ?? "";
    expect(await readCookie({ headers: new Headers({ cookie: pair }) })).toMatchObject({ framed: true });
    const renewed = cookieOf(await call(selfInfoRoute, { cookie: pair }), SESSION);
    expect(renewed).toMatch(/SameSite=None; Partitioned/);
    const left = await call(logoutRoute, { method: "POST", cookie: pair, headers });
    expect(cookieOf(left, SESSION)).toMatch(/SameSite=None; Partitioned; Max-Age=0/);
    expect(cookieOf(left, "signed-out=1")).toMatch(/SameSite=None; Partitioned/);
    // Everybody else's stays as strict as it was.
    const local = await makePerson();
    const body = { username: local.account, password: PASSWORD };
    expect(cookieOf(await call(passwordRoute, { body, headers }), SESSION)).toMatch(/SameSite=Lax/);
  });

  it("without https, or with the channel off, nothing may be framed and no token is tried", async () => {
    const plain = await call(loginTeamsRoute, {
      body: { authToken: await tenant.teamsToken(newcomer()) },
      address: freshAddress(),
    });
    expect(cookieOf(plain, "authjs.session-token")).toMatch(/SameSite=Lax/);
    process.env.PUBLIC_URL = "https://product.test";
    resetEnv();
    expect([mayBeFramed(new Headers()), await isTeamsOffered()]).toEqual([true, true]);
    await db().update(loginChannels).set({ status: "disabled" }).where(eq(loginChannels.id, channel.id));
    invalidateChannels();
    await loadChannels();
    expect([mayBeFramed(new Headers()), await isTeamsOffered()]).toEqual([false, false]);
    expect((await login(await tenant.teamsToken(newcomer()))).data?.error).toBe("channelFailed");
    await db().update(loginChannels).set({ status: "enabled" }).where(eq(loginChannels.id, channel.id));
    invalidateChannels();
  });
});
