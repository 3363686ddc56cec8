import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { closeDatabase, db } from "@/db/client";
import { externalIdentities } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { answer } from "@/tests/factories/call";
import { changeLoginChannel, dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { beginAt, comeBack, failureOf, handIn, journey } from "@/tests/factories/openid-journey";
import { ENTRA_CLIENT, type Misbehaviour, startEntraServer } from "@/tests/fakes/entra-server";

let tenant: Awaited<ReturnType<typeof startEntraServer>>;
let channel: OpenChannel;
beforeAll(async () => {
  tenant = await startEntraServer();
  channel = await makeLoginChannel({
    kind: "entra",
    settings: { tenantId: tenant.tenantId, authority: tenant.authority },
    secrets: { clientSecret: ENTRA_CLIENT.secret },
    app: { appId: ENTRA_CLIENT.id },
  });
});
beforeEach(() => tenant.misbehave());
afterAll(async () => {
  await dropLoginChannel(channel.id);
  await tenant.close();
  await closeDatabase();
});

function newcomer(more: { groups?: string[] } = {}) {
  const person = {
    oid: v7(),
    preferred_username: `${v7().replaceAll("-", "").slice(12)}@corp.test`,
    name: "Anna",
    ...more,
  };
  tenant.know(person.oid, person);
  return person;
}
const go = (oid: string, choice: "in" | "out" = "in") => journey(channel.id, (url) => tenant.walk(url, oid, choice));
const userOf = async (account: string) => (await db().select().from(users).where(eq(users.account, account)))[0];
const reasonAt = async (targetId: string) => {
  const lines = await db()
    .select()
    .from(operationLogs)
    .where(eq(operationLogs.targetId, targetId))
    .orderBy(operationLogs.id);
  return (lines.filter(({ action }) => action === "auth.login").at(-1)?.after as { reason?: string })?.reason;
};

it("two people sign in, each by the object id of the tenant, again as the same persons", async () => {
  const people = [newcomer(), newcomer()] as const;
  for (const person of [...people, people[0]]) {
    const { end, cookie } = await go(person.oid);
    const { data } = await handIn(end, cookie);
    const self = await answer(selfInfoRoute, { token: data!.token });
    expect(self.data).toMatchObject({ account: person.preferred_username, name: "Anna" });
  }
  for (const person of people) {
    const user = await userOf(person.preferred_username);
    const bound = await db().select().from(externalIdentities).where(eq(externalIdentities.userId, user!.id));
    expect(bound).toMatchObject([{ issuer: tenant.issuer, subject: person.oid }]);
  }
});

it("the way out names the application, PKCE, a nonce and a state, and nothing secret", async () => {
  const { location } = await beginAt(channel.id);
  const query = new URL(location).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    client_id: ENTRA_CLIENT.id,
    response_type: "code",
    code_challenge_method: "S256",
    redirect_uri: `http://product.test/api/public/login/${channel.id}/callback`,
    scope: "openid profile email",
  });
  expect([query.get("nonce")?.length, query.get("state")?.length].every((length) => (length ?? 0) >= 40)).toBe(true);
  expect(query.has("prompt")).toBe(false);
  expect(location).not.toContain(ENTRA_CLIENT.secret);
});

const past = (offset: number) => Math.floor(Date.now() / 1000) + offset;

describe("a token of the tenant that is wrong signs nobody in", () => {
  const cases: [string, Misbehaviour, string, string?][] = [
    ["nonce of another sign-in", { claims: { nonce: "other" } }, "nonce"],
    ["no nonce", { claims: { nonce: undefined } }, "nonce"],
    ["another audience", { claims: { aud: "other" } }, "audience"],
    ["made for another party", { claims: { azp: "other" } }, "audience"],
    ["several audiences and no party", { claims: { aud: [ENTRA_CLIENT.id, "other"] } }, "audience"],
    ["another issuer", { claims: { iss: "https://evil.test/v2.0" } }, "issuer"],
    ["another tenant", { claims: { tid: v7() } }, "issuer"],
    ["expired", { claims: { exp: past(-120) } }, "expired"],
    ["not valid yet", { claims: { nbf: past(600) } }, "notYet"],
    ["issued in the future", { claims: { iat: past(600) } }, "notYet"],
    ["no object id", { claims: { oid: undefined } }, "claims"],
    ["an endless object id", { claims: { oid: "x".repeat(300) } }, "claims"],
    ["no name of an account", { claims: { preferred_username: undefined } }, "claims"],
    ["another key", { key: "other" }, "signature"],
    ["no signature", { alg: "none" }, "signature"],
    ["a shared secret made of the public key", { alg: "HS256" }, "signature"],
    ["a client secret that is refused", { secret: "refused" }, "clientRefused"],
    ["an answer without end", { answer: "huge" }, "tooLarge"],
    ["an answer that is a page", { answer: "html" }, "answer"],
    ["a server that is down", { answer: "broken" }, "unreachable", "channelUnreachable"],
  ];
  it.each(cases)("%s", async (_name, wrong, reason, told = "channelFailed") => {
    const person = newcomer();
    tenant.misbehave(wrong);
    const { end } = await go(person.oid);
    expect([failureOf(end), end.searchParams.get("jwt")]).toEqual([told, null]);
    expect(await reasonAt(channel.id)).toBe(reason);
    expect(await userOf(person.preferred_username)).toBeUndefined();
    const bound = await db().select().from(externalIdentities).where(eq(externalIdentities.subject, person.oid));
    expect(bound).toEqual([]);
  });

  it("clocks may differ by a minute", async () => {
    tenant.misbehave({ claims: { exp: past(-45), nbf: past(45), iat: past(45) } });
    expect((await go(newcomer().oid)).end.searchParams.get("jwt")).toBeTruthy();
  });
});

it("a site that names another issuer, or knows no S256, is not gone to", async () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ issuer: "https://evil.test/v2.0" }, "issuer"],
    [{ issuer: `${tenant.authority}/{tenantid}/v2.0` }, "issuer"],
    [{ code_challenge_methods_supported: ["plain"] }, "pkce"],
    [{ token_endpoint: undefined }, "answer"],
  ];
  for (const [discovery, reason] of cases) {
    tenant.misbehave({ discovery });
    await changeLoginChannel(channel, {});
    const { location } = await beginAt(channel.id);
    expect([location, await reasonAt(channel.id)]).toEqual(["/login?failed=channelFailed", reason]);
  }
});

it("a foreign way back asks nothing of the tenant", async () => {
  const { location, cookie } = await beginAt(channel.id);
  const back = await tenant.walk(location, newcomer().oid);
  const calls = tenant.tokenCalls();
  const other = await beginAt(channel.id);
  expect(failureOf(await comeBack(channel.id, back, { cookie: other.cookie }))).toBe("channelExpired");
  expect(failureOf(await comeBack(channel.id, back, { cookie }))).toBe("channelExpired");
  expect(tenant.tokenCalls()).toBe(calls);
});

it("cancelling leads back with the reason; a code works once and only with its verifier", async () => {
  expect(failureOf((await go("", "out")).end)).toBe("channelDenied");
  const [mine, theirs] = [await beginAt(channel.id), await beginAt(channel.id)];
  const person = newcomer();
  const back = await tenant.walk(theirs.location, person.oid);
  back.searchParams.set("state", new URL(mine.location).searchParams.get("state") ?? "");
  expect(failureOf(await comeBack(channel.id, back, { cookie: mine.cookie }))).toBe("channelFailed");
  expect(await reasonAt(channel.id)).toBe("pkce");
  back.searchParams.set("state", new URL(theirs.location).searchParams.get("state") ?? "");
  expect(failureOf(await comeBack(channel.id, back, { cookie: theirs.cookie }))).toBe("channelFailed");
  expect(await reasonAt(channel.id)).toBe("code");
  expect(await userOf(person.preferred_username)).toBeUndefined();
});

it("groups that did not come along take no roles away: the sign-in stops", async () => {
  const rules = [{ claim: "groups", value: "g", roleIds: [], departmentId: null }];
  tenant.misbehave({ groups: "elsewhere" });
  await changeLoginChannel(channel, { provisioning: { rules } });
  expect(failureOf((await go(newcomer().oid)).end)).toBe("channelFailed");
  expect(await reasonAt(channel.id)).toBe("claims");
  await changeLoginChannel(channel, { provisioning: {} });
  expect((await go(newcomer().oid)).end.searchParams.get("jwt")).toBeTruthy();
});
