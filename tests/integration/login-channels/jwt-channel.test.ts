import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { eq } from "drizzle-orm";
import { type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { v7 } from "uuid";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { POST as loginRoute } from "@/app/api/token/login-jwt/route";
import { closeDatabase, db } from "@/db/client";
import { findChannelRow, updateChannel } from "@/db/queries/login-channels/channels";
import { sessions } from "@/db/schema/auth";
import { externalIdentities } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { invalidatePublishedKeys } from "@/lib/auth/channels/jwks";
import { invalidateChannels } from "@/lib/auth/channels/store";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { makeLog } from "@/lib/log";
import { answer } from "@/tests/factories/call";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { makePerson } from "@/tests/factories/people";
import { lastReason } from "@/tests/factories/saml-journey";
import { startJwksServer } from "@/tests/fakes/jwks-server";

const LEEWAY = 30;
const AUDIENCE = "platform";
const issuer = `https://portal-${v7().slice(-6)}.test`;
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const SECRET = "a-shared-secret-of-at-least-32-characters";
const pem = (key: KeyObject) => key.export({ type: "spki", format: "pem" }).toString();
const seconds = (offset = 0) => Math.floor(Date.now() / 1000) + offset;

let jwks: Awaited<ReturnType<typeof startJwksServer>>;
let elsewhere: Awaited<ReturnType<typeof startJwksServer>>;
let channel: OpenChannel;
const lines: string[] = [];
const shared = globalThis as { __log?: unknown };

async function open(settings: Record<string, string | number>, secrets: Record<string, string> = {}) {
  if (channel) await dropLoginChannel(channel.id);
  const common = { issuer, audience: AUDIENCE, leewaySeconds: LEEWAY, accountClaim: "preferred" };
  channel = await makeLoginChannel({ kind: "jwt", settings: { ...common, ...settings }, secrets });
}
const openJwks = () => open({ keySource: "jwks", jwksUrl: jwks.url });

beforeAll(async () => {
  shared.__log = makeLog({ write: (line) => void lines.push(line) });
  [jwks, elsewhere] = [await startJwksServer(), await startJwksServer()];
});
beforeEach(async () => {
  invalidatePublishedKeys();
  jwks.serve({ kid: "k1", key: rsa.publicKey, alg: "RS256" }, { kid: "k2", key: ec.publicKey });
  elsewhere.serve({ kid: "k1", key: other.publicKey });
  await openJwks();
});
afterAll(async () => {
  delete shared.__log;
  await dropLoginChannel(channel.id);
  await Promise.all([jwks.close(), elsewhere.close()]);
  await closeDatabase();
});

const claims = (more: JWTPayload = {}): JWTPayload => {
  const sub = v7();
  const preferred = `p${sub.slice(-12)}`;
  return { iss: issuer, aud: AUDIENCE, sub, preferred, jti: v7(), iat: seconds(), exp: seconds(120), ...more };
};
interface Signing {
  alg?: string;
  key?: KeyObject | Uint8Array;
  header?: object;
}
const sign = (payload = claims(), { alg = "RS256", key = rsa.privateKey, header = { kid: "k1" } }: Signing = {}) =>
  new SignJWT(payload).setProtectedHeader({ alg, ...header }).sign(key);
const login = (token: string) => answer<{ token?: string; error?: string }>(loginRoute, { body: { token } });

async function refused(token: string, reason: string): Promise<void> {
  const counts = async () => [await db().$count(users), await db().$count(sessions)];
  const before = await counts();
  lines.length = 0;
  expect(await login(token)).toMatchObject({ code: 400, data: { error: "tokenLoginRefused" } });
  expect(await lastReason(channel.id)).toBe(reason);
  expect(await counts()).toEqual(before);
  const logged = [...lines, JSON.stringify(await db().select().from(operationLogs).limit(1000))].join("\n");
  for (const part of token.split(".").filter((text) => text.length > 40)) expect(logged).not.toContain(part);
}

it("signs two people in as themselves, each token once", async () => {
  for (const name of ["Ann", "Ben"]) {
    const payload = claims({ name, email: `${name}@mail.test` });
    const token = await sign(payload);
    const { data } = await login(token);
    const me = (await answer<{ account: string; name: string }>(selfInfoRoute, { token: data!.token })).data!;
    expect(me).toMatchObject({ account: payload.preferred, name });
    const links = await db().select().from(externalIdentities).where(eq(externalIdentities.subject, payload.sub!));
    expect(links).toEqual([expect.objectContaining({ issuer, channelId: channel.id })]);
    await refused(token, "replay");
  }
});

it("stores an address unless its signer says that it was not verified", async () => {
  for (const [email_verified, counts] of [
    [undefined, true],
    [false, false],
  ] as const) {
    const payload = claims({ email: `${v7()}@mail.test`, email_verified });
    expect((await login(await sign(payload))).code).toBe(200);
    const [user] = await db()
      .select()
      .from(users)
      .where(eq(users.account, String(payload.preferred)));
    expect(user?.email).toBe(counts ? payload.email : null);
  }
});

it("ten at once with one token open one session", async () => {
  const token = await sign();
  const answers = await Promise.all(Array.from({ length: 10 }, () => login(token)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
});

it("an account of that name belongs to somebody else", async () => {
  const local = await makePerson();
  await refused(await sign(claims({ preferred: local.account })), "accountTaken");
});

describe("refused, with nothing made and the token not logged, is one", () => {
  const without = (name: string) => () => {
    const { [name]: _left, ...rest } = claims();
    return sign(rest);
  };
  const evil = { key: other.privateKey };
  const cases: [string, () => Promise<string> | string, string][] = [
    ["without signature (alg none)", () => new UnsecuredJWT(claims()).encode(), "signature"],
    [
      "by HS256 keyed by the public key",
      () => sign(claims(), { alg: "HS256", key: Buffer.from(pem(rsa.publicKey)) }),
      "signature",
    ],
    ["of an unknown key id", () => sign(claims(), { ...evil, header: { kid: "k9" } }), "signature"],
    ["of a key id with a path", () => sign(claims(), { ...evil, header: { kid: "../../dev/null" } }), "signature"],
    [
      "with a key address of its own",
      () => sign(claims(), { ...evil, header: { kid: "k1", jku: elsewhere.url } }),
      "signature",
    ],
    [
      "with a certificate address of its own",
      () => sign(claims(), { ...evil, header: { kid: "k1", x5u: elsewhere.url } }),
      "signature",
    ],
    [
      "that brings its own key",
      () => sign(claims(), { ...evil, header: { jwk: other.publicKey.export({ format: "jwk" }) } }),
      "signature",
    ],
    ["of another algorithm than its key's", () => sign(claims(), { alg: "RS512" }), "signature"],
    ["of another key under a known id", () => sign(claims(), evil), "signature"],
    ["with its signature cut off", async () => (await sign()).replace(/[^.]+$/, ""), "signature"],
    ["for another audience", () => sign(claims({ aud: "other" })), "audience"],
    ["over since the leeway's end", () => sign(claims({ iat: seconds(-100), exp: seconds(-LEEWAY - 2) })), "expired"],
    ["older than tokens may be", () => sign(claims({ iat: seconds(-300 - LEEWAY - 2) })), "expired"],
    ["not valid yet", () => sign(claims({ nbf: seconds(LEEWAY + 5) })), "notYet"],
    ["issued in the future", () => sign(claims({ iat: seconds(LEEWAY + 5), exp: seconds(200) })), "notYet"],
    ["without expiry", without("exp"), "claims"],
    ["without time of issue", without("iat"), "claims"],
    ["without one-time id", without("jti"), "claims"],
    ["with a one-time id of 300 letters", () => sign(claims({ jti: "x".repeat(300) })), "claims"],
    ["without subject", without("sub"), "claims"],
    ["without account", without("preferred"), "claims"],
    [
      "with something critical that we do not know",
      () => sign(claims(), { header: { kid: "k1", crit: ["b64"], b64: true } }),
      "claims",
    ],
  ];
  it.each(cases)("%s", async (_name, make, reason) => refused(await make(), reason));

  it("another issuer's is none of a channel", async () => {
    const token = await sign(claims({ iss: "https://evil.test" }));
    expect(await login(token)).toMatchObject({ code: 422, data: { error: "tokenLoginNotConfigured" } });
    expect(elsewhere.asked()).toBe(0);
  });
});

it("clocks within the leeway do, at both sides", async () => {
  const early = { iat: seconds(LEEWAY - 5), nbf: seconds(LEEWAY - 5), exp: seconds(200) };
  const late = { iat: seconds(-100), exp: seconds(-LEEWAY + 10) };
  for (const times of [early, late]) expect((await login(await sign(claims(times)))).code).toBe(200);
});

describe("keys", () => {
  it("an address is asked once, and again for a new key id, at most every 30 s", async () => {
    const before = jwks.asked();
    for (let index = 0; index < 3; index++) expect((await login(await sign())).code).toBe(200);
    expect(jwks.asked() - before).toBe(1);
    jwks.serve({ kid: "k3", key: other.publicKey });
    const next = { key: other.privateKey, header: { kid: "k3" } };
    await refused(await sign(claims(), next), "signature");
    const later = { iat: seconds(), exp: seconds(120) };
    const now = Date.now();
    const clock = jest.spyOn(Date, "now").mockImplementation(() => now + 31_000);
    expect((await login(await sign(claims(later), next))).code).toBe(200);
    await refused(await sign(claims(later), { ...next, header: { kid: "k4" } }), "signature");
    expect(jwks.asked() - before).toBe(2);
    clock.mockRestore();
  });

  it("an elliptic key of the set does, by its own algorithm", async () => {
    const token = await sign(claims(), { alg: "ES256", key: ec.privateKey, header: { kid: "k2" } });
    expect((await login(token)).code).toBe(200);
  });

  it.each([
    ["a server that is down", { status: 503 }, "answer"],
    ["no key set", { status: 200, body: "<html>" }, "answer"],
    ["too much", { status: 200, body: "x".repeat(300_000) }, "tooLarge"],
  ])("%s refuses and shows at the channel", async (_name, how, reason) => {
    jwks.fail(how);
    await refused(await sign(), reason);
    expect((await findChannelRow(db(), channel.id))?.failure).toBe(reason);
  });

  it("another host's keys are not taken", async () => {
    jwks.fail({ status: 302, location: elsewhere.url });
    await refused(await sign(claims(), { key: other.privateKey }), "answer");
  });

  it("an address where nobody listens is unreachable", async () => {
    const gone = await startJwksServer();
    await gone.close();
    await open({ keySource: "jwks", jwksUrl: gone.url });
    await refused(await sign(), "unreachable");
  });

  it("public keys of the settings: each of them, and no secret made of them", async () => {
    const text = pem(other.publicKey) + pem(rsa.publicKey);
    await open({ keySource: "publicKeys", publicKeys: text });
    expect((await login(await sign())).code).toBe(200);
    expect((await login(await sign(claims(), { key: other.privateKey, header: {} }))).code).toBe(200);
    for (const key of [text, pem(rsa.publicKey), pem(rsa.publicKey).trim()]) {
      await refused(await sign(claims(), { alg: "HS256", key: Buffer.from(key) }), "signature");
    }
  });

  it("a shared secret takes HS256 alone", async () => {
    await open({ keySource: "secret" }, { sharedSecret: SECRET });
    const key = Buffer.from(SECRET);
    expect((await login(await sign(claims(), { alg: "HS256", key }))).code).toBe(200);
    await refused(await sign(claims(), { alg: "HS512", key }), "signature");
    await refused(await sign(), "signature");
    await open({ keySource: "secret" }, { sharedSecret: "short" });
    await refused(await sign(claims(), { alg: "HS256", key: Buffer.from("short") }), "badConfiguration");
  });
});

it("a channel that is off takes nothing", async () => {
  await updateChannel(db(), channel.id, { status: "disabled" });
  invalidateChannels();
  expect(await login(await sign())).toMatchObject({ code: 422, data: { error: "tokenLoginNotConfigured" } });
});
