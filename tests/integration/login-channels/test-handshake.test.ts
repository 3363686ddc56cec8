import { SignJWT } from "jose";
import { v7 } from "uuid";
import { POST as testRoute } from "@/app/api/admin/login-channels/[id]/test/route";
import { GET as resultRoute } from "@/app/api/admin/login-channels/tests/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { findUserByAccount } from "@/db/queries/auth/identity";
import { insertUsedTokenId } from "@/db/queries/auth/login";
import { loginChannels } from "@/db/schema/login-channels";
import { resetEnv } from "@/lib/config/env";
import type { ChannelTestResult } from "@/lib/features/login-channels/dto";
import { P } from "@/lib/permissions/codes";
import { answer, call } from "@/tests/factories/call";
import { channels, oidcBody } from "@/tests/factories/channel-calls";
import { comeBack } from "@/tests/factories/openid-journey";
import { makePerson, type Person } from "@/tests/factories/people";
import { cookieOf } from "@/tests/factories/sessions";
import { OIDC_CLIENT, startOidcServer, walkOidc } from "@/tests/fakes/oidc-server";

const SECRET = "a-shared-secret-of-forty-characters-long";
const PAGE = "/system/system-manage/login-channel";

let provider: Awaited<ReturnType<typeof startOidcServer>>;
let admin: Person;
let clerk: Person;

beforeAll(async () => {
  process.env.ALLOW_PRIVATE_NETWORK = "1";
  resetEnv();
  provider = await startOidcServer();
  admin = await makePerson({ roles: ["administrator"] });
  clerk = await makePerson({ codes: [P.CONFIG_SSO] });
});
beforeEach(async () => {
  await db().delete(loginChannels);
});
afterAll(async () => {
  await db().delete(loginChannels);
  await provider.close();
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  await closeDatabase();
});

const makeOidc = async (over: object = {}) => {
  const body = oidcBody({
    settings: { issuer: provider.issuer },
    secrets: { clientSecret: OIDC_CLIENT.secret },
    app: { appId: OIDC_CLIENT.id },
    ...over,
  });
  return (await channels.create(clerk, body)).data!.id;
};
/** A browser of the person goes there and comes back; the address it ends at. */
async function walked(person: Person, id: string, account: string, choice: "in" | "out" = "in", back = person) {
  const response = await call(testRoute, { token: person.token, params: { id }, body: {} });
  const { data } = (await response.json()) as { data: { url: string } };
  const mark = (response.headers.get("set-cookie") ?? "").split(";")[0];
  const { cookie } = await cookieOf(back);
  return comeBack(id, await walkOidc(data.url, account, choice), { cookie: `${mark}; ${cookie}` });
}
const resultOf = (person: Person, end: URL) =>
  answer<ChannelTestResult>(resultRoute, { token: person.token, params: { id: end.searchParams.get("test") ?? "" } });

describe("the test of a channel at another site", () => {
  it("walks the real way with a channel that is off, shows whom it would make, and opens the way to turning it on", async () => {
    const account = `p${v7().slice(-10)}`;
    provider.know(account, {
      preferred_username: account,
      name: "Ada",
      email: "ada@example.com",
      email_verified: true,
      groups: ["staff"],
    });
    const id = await makeOidc();
    const end = await walked(clerk, id, account);
    expect(end.pathname).toBe(PAGE);
    const { data } = await resultOf(clerk, end);
    expect(data).toMatchObject({ ok: true, passed: true, problem: null, exists: false, isCurrent: true, account });
    expect(data).toMatchObject({ name: "Ada", email: "ada@example.com", department: expect.any(String) });
    expect((data as { claims: object[] }).claims).toContainEqual({ name: "groups", values: ["staff"] });
    // Nobody was signed in and no account was made.
    expect(await findUserByAccount(db(), account)).toBeNull();
    expect((await channels.read(admin, id)).data).toMatchObject({ isTested: true, status: "disabled" });
    expect((await channels.status(clerk, id, "enabled")).code).toBe(200);
  });

  it("is the tester's own: no other person reads it, and no other session ends it", async () => {
    const account = `p${v7().slice(-10)}`;
    provider.know(account, { preferred_username: account });
    const id = await makeOidc();
    const own = await walked(clerk, id, account);
    expect((await resultOf(admin, own)).code).toBe(404);
    expect((await answer(resultRoute, { token: clerk.token, params: { id: v7() } })).code).toBe(404);
    const stolen = await walked(clerk, id, account, "in", admin);
    expect((await resultOf(clerk, stolen)).data).toMatchObject({ ok: false, reason: "state" });
  });

  it("that fails says why and leaves the channel untested", async () => {
    const account = `p${v7().slice(-10)}`;
    provider.know(account, { preferred_username: account });
    const cancelled = await makeOidc();
    expect((await resultOf(clerk, await walked(clerk, cancelled, account, "out"))).data).toEqual({
      channelId: cancelled,
      isCurrent: true,
      ok: false,
      reason: "denied",
    });
    await channels.change(clerk, cancelled, { secrets: { clientSecret: "wrong-secret-wrong-secret-1" } });
    const refused = await resultOf(clerk, await walked(clerk, cancelled, account));
    expect(refused.data).toMatchObject({ ok: false, reason: "clientRefused" });
    expect((await channels.status(clerk, cancelled, "enabled")).data).toMatchObject({ error: "channelUntested" });
  });

  it("says at once when the other side is away", async () => {
    const gone = await startOidcServer();
    await gone.close();
    const id = await makeOidc({ settings: { issuer: gone.issuer } });
    const { data } = await channels.test(clerk, id);
    expect(data).toMatchObject({ result: { ok: false, reason: "unreachable" } });
  });

  it("of settings that were changed meanwhile counts for nothing", async () => {
    const account = `p${v7().slice(-10)}`;
    provider.know(account, { preferred_username: account });
    const id = await makeOidc();
    const end = await walked(clerk, id, account);
    const { settings } = (await channels.read(clerk, id)).data!;
    await channels.change(clerk, id, { settings: { ...settings, scopes: "openid profile" } });
    expect((await resultOf(clerk, end)).data).toMatchObject({ ok: true, isCurrent: false });
    expect((await channels.status(clerk, id, "enabled")).data).toMatchObject({ error: "channelUntested" });
  });

  it("passes where the name is somebody else's already, and says so", async () => {
    provider.know(admin.account, { preferred_username: admin.account });
    const id = await makeOidc();
    const { data } = await resultOf(clerk, await walked(clerk, id, admin.account));
    expect(data).toMatchObject({ ok: true, passed: true, exists: false, problem: "accountTaken" });
    expect((await channels.read(clerk, id)).data).toMatchObject({ isTested: true });
  });
});

describe("the test of a channel of signed tokens", () => {
  const issuer = "https://portal.example.com";
  const makeJwt = async () => {
    const settings = { issuer, audience: "platform", keySource: "secret" };
    const body = { kind: "jwt", nameZh: "门户", nameEn: "Portal", settings, secrets: { sharedSecret: SECRET } };
    return (await channels.create(clerk, body)).data!.id;
  };
  const tokenOf = (id: string, account: string, audience = "platform") =>
    new SignJWT({ name: "Ada" })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(account)
      .setJti(id)
      .setIssuedAt()
      .setExpirationTime("60s")
      .sign(new TextEncoder().encode(SECRET));

  it("checks the token, uses nothing up, and makes nobody", async () => {
    const [account, tokenId] = [`p${v7().slice(-10)}`, v7()];
    const id = await makeJwt();
    const { data } = await channels.test(clerk, id, { token: await tokenOf(tokenId, account) });
    expect(data).toMatchObject({ result: { ok: true, passed: true, exists: false, account, subject: account } });
    expect(await insertUsedTokenId(db(), { issuer, tokenId, expiresAt: new Date(Date.now() + 1000) })).toBe(true);
    expect(await findUserByAccount(db(), account)).toBeNull();
    expect((await channels.status(admin, id, "enabled")).code).toBe(200);
  });

  it("says what is wrong with it, and asks for one", async () => {
    const id = await makeJwt();
    const { data } = await channels.test(clerk, id, { token: await tokenOf(v7(), "ada", "another") });
    expect(data).toMatchObject({ result: { ok: false, reason: "audience" } });
    expect((await channels.test(clerk, id)).data).toMatchObject({ fields: { token: "required" } });
    expect((await channels.test(clerk, id, { token: "a\0b" })).code).toBe(400);
    expect((await channels.read(admin, id)).data).toMatchObject({ isTested: false });
  });
});

describe("the test of a directory", () => {
  it("asks for an account and a password", async () => {
    const settings = { url: "ldap://127.0.0.1:1", baseDn: "dc=test" };
    const id = (await channels.create(clerk, { kind: "ldap", nameZh: "目录", nameEn: "Directory", settings })).data!.id;
    expect((await channels.test(clerk, id)).data).toMatchObject({ fields: { account: "required" } });
    expect((await channels.test(admin, id, { account: "ada" })).data).toMatchObject({
      fields: { password: "required" },
    });
  });
});
