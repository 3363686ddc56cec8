/** @runs once: the protocol of OpenID Connect as next-auth speaks it; the rows of a sign-in are oidc.test.ts's. */
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as callbackRoute } from "@/app/api/public/login/[id]/callback/route";
import { GET as startRoute } from "@/app/api/public/login/[id]/start/route";
import { closeDatabase, db } from "@/db/client";
import { externalIdentities, loginFlows } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { channelTimes } from "@/lib/auth/channels/times";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { hashToken } from "@/lib/auth/tokens";
import { encrypt } from "@/lib/encryption";
import { call } from "@/tests/factories/call";
import { changeLoginChannel, dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { beginAt, comeBack, failureOf, handIn, journey } from "@/tests/factories/openid-journey";
import { ENTRA_CLIENT, type Misbehaviour, startEntraServer } from "@/tests/fakes/entra-server";

const KINDS = ["oidc", "entra"] as const;
type Kind = (typeof KINDS)[number];

let site: Awaited<ReturnType<typeof startEntraServer>>;
let channel: OpenChannel;

beforeAll(async () => {
  site = await startEntraServer();
});
/** There is one channel an issuer. */
async function makeChannel(kind: Kind): Promise<void> {
  const { issuer, tenantId, authority } = site;
  const own = { oidc: { issuer, clientAuthentication: "client_secret_post" }, entra: { tenantId, authority } };
  const usual = { secrets: { clientSecret: ENTRA_CLIENT.secret }, app: { appId: ENTRA_CLIENT.id } };
  channel = await makeLoginChannel({ kind, ...usual, settings: own[kind] });
}
beforeEach(() => site.misbehave());
afterAll(async () => {
  await site.close();
  await closeDatabase();
});

function newcomer() {
  const oid = v7();
  const person = { oid, preferred_username: `${oid.replaceAll("-", "").slice(12)}@corp.test`, name: "Anna" };
  site.know(oid, person);
  return person;
}
const go = (oid: string) => journey(channel.id, (url) => site.walk(url, oid));
const userOf = async (account: string) => (await db().select().from(users).where(eq(users.account, account)))[0];
async function lastReason(): Promise<unknown> {
  const lines = await db()
    .select()
    .from(operationLogs)
    .where(eq(operationLogs.targetId, channel.id))
    .orderBy(operationLogs.id);
  return (lines.filter(({ action }) => action === "auth.login").at(-1)?.after as { reason?: string })?.reason;
}
/** What a site says of itself is asked anew when the channel's version changes. */
async function describeAs(wrong: Misbehaviour): Promise<void> {
  site.misbehave(wrong);
  await changeLoginChannel(channel, {});
}
const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;

describe.each(KINDS)("by %s", (kind) => {
  beforeAll(() => makeChannel(kind));
  afterAll(() => dropLoginChannel(channel.id));

  const cases: [string, Misbehaviour, string, string?][] = [
    ["nonce of another sign-in", { claims: { nonce: "other" } }, "nonce"],
    ["no nonce", { claims: { nonce: undefined } }, "nonce"],
    ["another audience", { claims: { aud: "other" } }, "audience"],
    ["made for another party", { claims: { azp: "other" } }, "audience"],
    ["several audiences and no party", { claims: { aud: [ENTRA_CLIENT.id, "other"] } }, "audience"],
    ["another issuer", { claims: { iss: "https://evil.test/v2.0" } }, "issuer"],
    ["expired", { claims: { exp: seconds(-120) } }, "expired"],
    ["not valid yet", { claims: { nbf: seconds(600) } }, "notYet"],
    ["issued in the future", { claims: { iat: seconds(600) } }, "notYet"],
    ["another key", { key: "other" }, "signature"],
    ["no signature", { alg: "none" }, "signature"],
    ["a shared secret made of the public key", { alg: "HS256" }, "signature"],
    ["an algorithm the site does not name", { alg: "ES256" }, "signature"],
    ["a client secret that is refused", { secret: "refused" }, "clientRefused"],
    ["an answer without end", { answer: "huge" }, "tooLarge"],
    ["an answer that is a page", { answer: "html" }, "answer"],
    ["a server that is down", { answer: "broken" }, "unreachable", "channelUnreachable"],
  ];
  it.each(cases)("nobody is signed in with %s, and nothing is written to the console", async (...row) => {
    const [, wrong, reason, told = "channelFailed"] = row;
    const person = newcomer();
    const written = (["log", "info", "warn", "error", "debug"] as const).map((name) => jest.spyOn(console, name));
    // Known before: what it says of itself stays right.
    await beginAt(channel.id);
    site.misbehave(wrong);
    const { end } = await go(person.oid);
    expect([failureOf(end), end.searchParams.get("jwt"), await lastReason()]).toEqual([told, null, reason]);
    expect(await userOf(person.preferred_username)).toBeUndefined();
    for (const spy of written) expect(spy).not.toHaveBeenCalled();
  });

  it("a site that keeps silent is given up in time", async () => {
    const person = newcomer();
    const { location, cookie } = await beginAt(channel.id);
    const back = await site.walk(location, person.oid);
    const patience = jest.replaceProperty(channelTimes, "answer", 300);
    site.misbehave({ answer: "slow" });
    expect(failureOf(await comeBack(channel.id, back, { cookie }))).toBe("channelUnreachable");
    patience.restore();
  });

  it("clocks may differ by a minute, and a site may sign with another key pair it names", async () => {
    site.misbehave({ claims: { exp: seconds(-45), nbf: seconds(45), iat: seconds(45) } });
    expect((await go(newcomer().oid)).end.searchParams.get("jwt")).toBeTruthy();
    await describeAs({ alg: "ES256" });
    expect((await go(newcomer().oid)).end.searchParams.get("jwt")).toBeTruthy();
    await describeAs({});
  });

  it.each(["token_endpoint", "jwks_uri"])("the %s a site names may not lie where we never go", async (name) => {
    await describeAs({ discovery: { [name]: "http://169.254.169.254/latest/meta-data" } });
    expect(failureOf((await go(newcomer().oid)).end)).toBe("channelFailed");
    expect(await lastReason()).toBe("badConfiguration");
    await describeAs({});
  });

  it.each(["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"])(
    "the %s a site names is a web address, or nobody is sent there",
    async (name) => {
      for (const address of ["javascript:alert(1)", "file:///etc/passwd", "nowhere"]) {
        await describeAs({ discovery: { [name]: address } });
        expect((await beginAt(channel.id)).location).toBe("/login?failed=channelFailed");
        expect(await lastReason()).toBe("badConfiguration");
      }
      await describeAs({});
    },
  );

  it("the way back names its issuer where the site promises to, and never another one (mix-up)", async () => {
    const { id } = channel;
    const back = async (change: (query: URLSearchParams) => void) => {
      const { location, cookie } = await beginAt(id);
      const url = await site.walk(location, newcomer().oid);
      change(url.searchParams);
      return comeBack(id, url, { cookie });
    };
    const calls = site.tokenCalls();
    expect(failureOf(await back((query) => query.set("iss", "https://evil.test")))).toBe("channelFailed");
    expect(await lastReason()).toBe("issuer");
    await describeAs({ discovery: { authorization_response_iss_parameter_supported: true } });
    expect(failureOf(await back(() => undefined))).toBe("channelFailed");
    expect(await lastReason()).toBe("issuer");
    expect(site.tokenCalls()).toBe(calls);
    const good = await back((query) => query.set("iss", site.issuer));
    expect(good.searchParams.get("jwt")).toBeTruthy();
    await describeAs({});
  });

  it("two tabs of one browser sign in beside one another, in any order", async () => {
    const { id } = channel;
    const first = await beginAt(id, "/personal/chat");
    const again = await call(startRoute, { params: { id }, cookie: first.cookie });
    expect(again.headers.get("set-cookie")).toContain(first.cookie);
    const [mine, other] = [newcomer(), newcomer()];
    const second = await site.walk(again.headers.get("location") ?? "", other.oid);
    const late = await comeBack(id, await site.walk(first.location, mine.oid), { cookie: first.cookie });
    const early = await comeBack(id, second, { cookie: first.cookie });
    expect(late.searchParams.get("redirectUrl")).toBe("/personal/chat");
    for (const end of [late, early]) expect((await handIn(end, first.cookie)).data?.token).toBeTruthy();
  });

  it("the browser gets our one cookie, and no session, state or verifier of next-auth's", async () => {
    const { id } = channel;
    const start = await call(startRoute, { params: { id } });
    const [line, more] = start.headers.getSetCookie();
    expect([line?.split("=", 1)[0], more]).toEqual(["login-flow", undefined]);
    const location = start.headers.get("location") ?? "";
    const url = await site.walk(location, newcomer().oid);
    const cookie = line?.split(";", 1)[0] ?? "";
    const end = await call(callbackRoute, { params: { id }, query: Object.fromEntries(url.searchParams), cookie });
    expect([end.status, end.headers.getSetCookie()]).toEqual([303, []]);
    expect(end.headers.get("location")).toMatch(/^\/login\?jwt=/);
    const [flow] = await db().select().from(loginFlows).where(eq(loginFlows.channelId, id)).limit(1);
    // One sealed text, in which no name and no token stands.
    expect(flow?.secretsCipher).toMatch(/^v1(\.[\w-]+){3}$/);
  });

  it("a way back gives next-auth no orders, and says nothing twice", async () => {
    const { id } = channel;
    const { location, cookie } = await beginAt(id);
    const url = await site.walk(location, newcomer().oid);
    url.searchParams.set("callbackUrl", "https://evil.test/");
    const end = await comeBack(id, url, { cookie });
    expect([end.origin, end.pathname, end.searchParams.has("jwt")]).toEqual(["http://product.test", "/login", true]);
    const next = await beginAt(id);
    const back = await site.walk(next.location, newcomer().oid);
    const calls = site.tokenCalls();
    const request = new Request(`${back.href}&code=another`, { headers: { cookie: next.cookie } });
    const twice = await callbackRoute(request, { params: Promise.resolve({ id }) });
    expect(twice.headers.get("location")).toBe("/login?failed=channelFailed");
    expect(site.tokenCalls()).toBe(calls);
  });

  it("what next-auth keeps for one sign-in is worth nothing in another, nor what an earlier version kept", async () => {
    const { id } = channel;
    const flowOf = async (location: string) => {
      const stateHash = hashToken(new URL(location).searchParams.get("state") ?? "");
      return (await db().select().from(loginFlows).where(eq(loginFlows.stateHash, stateHash)))[0]!;
    };
    const keep = (flowId: string, secretsCipher: string) =>
      db().update(loginFlows).set({ secretsCipher }).where(eq(loginFlows.id, flowId));
    const [mine, other, old] = [await beginAt(id), await beginAt(id), await beginAt(id)];
    const calls = site.tokenCalls();
    await keep((await flowOf(mine.location)).id, (await flowOf(other.location)).secretsCipher);
    const swapped = await comeBack(id, await site.walk(mine.location, newcomer().oid), { cookie: mine.cookie });
    await keep((await flowOf(old.location)).id, encrypt("login-flow", JSON.stringify({ verifier: "v", nonce: "n" })));
    const earlier = await comeBack(id, await site.walk(old.location, newcomer().oid), { cookie: old.cookie });
    expect([failureOf(swapped), failureOf(earlier)]).toEqual(["channelFailed", "channelExpired"]);
    expect(site.tokenCalls()).toBe(calls);
  });

  it("variables that next-auth reads by itself change nothing", async () => {
    const names = { AUTH_URL: "https://evil.test/elsewhere", AUTH_REDIRECT_PROXY_URL: "https://evil.test/proxy" };
    Object.assign(process.env, names);
    const { location } = await beginAt(channel.id);
    const asked = new URL(location).searchParams.get("redirect_uri");
    const { end } = await go(newcomer().oid);
    for (const name of Object.keys(names)) delete process.env[name];
    expect(asked).toBe(`http://product.test/api/public/login/${channel.id}/callback`);
    expect([end.origin, end.searchParams.has("jwt")]).toEqual(["http://product.test", true]);
  });
});

describe("the userinfo endpoint", () => {
  const signIn = async (userInfo: Misbehaviour["userInfo"], claims: Record<string, unknown> = {}) => {
    const person = newcomer();
    await describeAs({ userInfo, claims: { sub: person.oid, ...claims } });
    const { end } = await go(person.oid);
    return { end, user: await userOf(person.preferred_username) };
  };
  beforeAll(() => makeChannel("oidc"));
  afterAll(() => dropLoginChannel(channel.id));

  it.each(["json", "signed"] as const)("adds to the token what it does not say (%s)", async (userInfo) => {
    const { end, user } = await signIn(userInfo, { name: undefined });
    expect([end.searchParams.has("jwt"), user?.name]).toEqual([true, "By userinfo"]);
    // What is signed into the token comes first.
    expect((await signIn(userInfo, { name: "By token" })).user?.name).toBe("By token");
  });

  it.each([
    ["forged", "signature"],
    ["other audience", "audience"],
  ] as const)("that answers %s signs nobody in", async (userInfo, reason) => {
    const { end, user } = await signIn(userInfo);
    expect([failureOf(end), await lastReason(), user]).toEqual(["channelFailed", reason, undefined]);
  });

  it("may not speak of somebody else, nor lie where we never go", async () => {
    const person = newcomer();
    // Without a subject of the tenant's the token has a random one, and the endpoint none.
    await describeAs({ userInfo: "json" });
    expect(failureOf((await go(person.oid)).end)).toBe("channelFailed");
    const discovery = { userinfo_endpoint: "http://169.254.169.254/latest" };
    await describeAs({ userInfo: "json", discovery });
    expect(failureOf((await go(person.oid)).end)).toBe("channelFailed");
    expect(await lastReason()).toBe("badConfiguration");
    const bound = await db().select().from(externalIdentities).where(eq(externalIdentities.issuer, site.issuer));
    expect(bound.map(({ label }) => label)).not.toContain(person.preferred_username);
  });
});
