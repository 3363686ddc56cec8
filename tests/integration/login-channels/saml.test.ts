import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { closeDatabase, db } from "@/db/client";
import { findChannelRow, updateChannel } from "@/db/queries/login-channels/channels";
import { externalIdentities } from "@/db/schema/login-channels";
import { users } from "@/db/schema/organisation";
import { beginFlow } from "@/lib/auth/channels/flow";
import { invalidateChannels } from "@/lib/auth/channels/store";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { sessionCookie } from "@/lib/auth/cookie";
import { answer } from "@/tests/factories/call";
import { makeCertificate } from "@/tests/factories/certificates";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { makePerson } from "@/tests/factories/people";
import { choose, comeBack, exchange, lastReason, leave, metadataOf, post, walk } from "@/tests/factories/saml-journey";
import { type SamlPerson, startSamlIdp } from "@/tests/fakes/saml-idp";

jest.setTimeout(30_000);

const tail = v7().slice(-6);
const person = (name: string): SamlPerson => ({
  nameId: `${name}-${tail}@corp.test`,
  uid: `${name}${tail}`,
  displayName: `${name} & <sons>`,
  mail: `${name}.${tail}@mail.test`,
  groups: `team-${name}`,
});
const [alice, bob] = [person("alice"), person("bob")];

let idp: Awaited<ReturnType<typeof startSamlIdp>>;
let channel: OpenChannel;

const settings = (more = {}) => ({
  idpEntityId: idp.entityId,
  ssoUrl: idp.ssoUrl,
  certificates: idp.certificate,
  accountAttribute: "uid",
  ...more,
});
async function open(more: object = {}, secrets: Record<string, string> = {}) {
  await dropLoginChannel(channel?.id ?? v7());
  channel = await makeLoginChannel({ kind: "saml", settings: settings(more), secrets });
  idp.trust(await metadataOf(channel.id));
}

beforeAll(async () => {
  idp = await startSamlIdp([alice, bob]);
});
beforeEach(async () => {
  idp.behave({});
  await open();
});
afterAll(async () => {
  await dropLoginChannel(channel.id);
  await idp.close();
  await closeDatabase();
});

const bound = (subject: string) =>
  db()
    .select({ id: users.id, account: users.account, name: users.name, email: users.email, type: users.type })
    .from(externalIdentities)
    .innerJoin(users, eq(users.id, externalIdentities.userId))
    .where(eq(externalIdentities.subject, subject));

it("signs two people in as themselves, at the page they asked for", async () => {
  for (const who of [alice, bob]) {
    const { location, cookie } = await walk(channel.id, who.nameId, "/personal/chat?a=1");
    expect(location).toMatch(/^\/login\?jwt=/);
    expect(new URL(location, "http://base.test").searchParams.get("redirectUrl")).toBe("/personal/chat?a=1");
    const { data } = await exchange(location, cookie);
    expect((await answer(selfInfoRoute, { token: data!.token })).data).toMatchObject({ account: who.uid });
    expect(await bound(who.nameId)).toEqual([
      expect.objectContaining({ account: who.uid, name: who.displayName, email: who.mail, type: "sso" }),
    ]);
  }
});

it("the same person comes back to the same account", async () => {
  await walk(channel.id, alice.nameId);
  const [first] = await bound(alice.nameId);
  await walk(channel.id, alice.nameId);
  expect(await bound(alice.nameId)).toEqual([first]);
});

it.each(["response", "both"] as const)("takes a signature over the %s as well", async (signs) => {
  idp.behave({ signs });
  expect((await walk(channel.id, bob.nameId)).location).toMatch(/^\/login\?jwt=/);
});

it("a request is signed when the channel says so, and the other side checks it", async () => {
  const own = makeCertificate({ name: "us" });
  await open({ signRequests: true }, { privateKey: own.privateKey + own.certificate });
  expect(await metadataOf(channel.id)).toContain('AuthnRequestsSigned="true"');
  expect((await walk(channel.id, alice.nameId)).location).toMatch(/^\/login\?jwt=/);
  const { url } = await leave(channel.id);
  const forged = new URL(url);
  forged.searchParams.set("RelayState", "another");
  await expect(choose(forged.href, alice.nameId)).rejects.toThrow(/SIGNATURE/);
});

describe("the form's way back", () => {
  it("is worth nothing in another browser, and then in none", async () => {
    const { url, cookie } = await leave(channel.id);
    const stranger = await leave(channel.id);
    const handle = await post(channel.id, (await choose(url, alice.nameId)).fields);
    expect(await comeBack(channel.id, handle, stranger.cookie)).toBe("/login?failed=channelExpired");
    expect(await lastReason(channel.id)).toBe("state");
    expect(await comeBack(channel.id, handle, cookie)).toBe("/login?failed=channelExpired");
  });

  it("works once", async () => {
    const { url, cookie } = await leave(channel.id);
    const { fields } = await choose(url, alice.nameId);
    const handle = await post(channel.id, fields);
    expect(await comeBack(channel.id, handle, cookie)).toMatch(/^\/login\?jwt=/);
    expect(await comeBack(channel.id, handle, cookie)).toBe("/login?failed=channelExpired");
    expect(await post(channel.id, fields)).toBe("/login?failed=channelExpired");
  });

  it("needs a way out: what nobody asked for is refused", async () => {
    const { fields } = await choose((await leave(channel.id)).url, alice.nameId);
    expect(await post(channel.id, { SAMLResponse: fields.SAMLResponse! })).toBe("/login?failed=channelExpired");
    expect(await post(channel.id, { ...fields, RelayState: "x" })).toBe("/login?failed=channelExpired");
  });
});

describe("what the other side says", () => {
  const STATUS = "urn:oasis:names:tc:SAML:2.0:status:";

  it("no: the person cancelled", async () => {
    expect((await walk(channel.id, "", "/user/info")).location).toBe(
      "/login?failed=channelDenied&redirectUrl=%2Fuser%2Finfo",
    );
    expect(await lastReason(channel.id)).toBe("denied");
  });

  it.each([
    ["RequestDenied", "denied", "channelDenied"],
    ["NoPassive", "denied", "channelDenied"],
    ["Requester", "clientRefused", "channelFailed"],
    ["VersionMismatch", "answer", "channelFailed"],
  ])("%s is %s", async (status, reason, told) => {
    idp.behave({ status: STATUS + status });
    expect((await walk(channel.id, alice.nameId)).location).toBe(`/login?failed=${told}`);
    expect(await lastReason(channel.id)).toBe(reason);
  });
});

describe("certificates", () => {
  const day = 86_400_000;
  it("one that has expired ends in a clear state before anybody leaves", async () => {
    const keys = idp.own.keys;
    const old = makeCertificate({ keys, from: new Date(Date.now() - 9 * day), to: new Date(Date.now() - day) });
    await open({ certificates: old.certificate });
    expect((await leave(channel.id)).url).toBe("/login?failed=channelFailed");
    expect(await lastReason(channel.id)).toBe("certificateExpired");
    expect((await findChannelRow(db(), channel.id))?.failure).toBe("certificateExpired");
  });

  it("several are tried, the expired left out: keys are changed without a gap", async () => {
    const next = makeCertificate();
    await open({ certificates: next.certificate + idp.certificate });
    expect((await walk(channel.id, alice.nameId)).location).toMatch(/^\/login\?jwt=/);
    idp.behave({ key: next });
    expect((await walk(channel.id, alice.nameId)).location).toMatch(/^\/login\?jwt=/);
    expect((await findChannelRow(db(), channel.id))?.failure).toBeNull();
  });
});

it("an account of that name belongs to somebody else: linking from their session is the way", async () => {
  const local = await makePerson({ account: `carol${tail}` });
  const carol = { ...person("carol"), uid: local.account };
  const other = await startSamlIdp([carol]);
  try {
    await updateChannel(db(), channel.id, {
      settings: {
        ...channel.settings,
        idpEntityId: other.entityId,
        ssoUrl: other.ssoUrl,
        certificates: other.certificate,
      },
      issuer: other.entityId,
    });
    invalidateChannels();
    other.trust(await metadataOf(channel.id));
    expect((await walk(channel.id, carol.nameId)).location).toBe("/login?failed=channelAccountTaken");
    const { cookie } = await leave(channel.id);
    const row = (await findChannelRow(db(), channel.id))!;
    const callbackUrl = `http://product.test/api/public/login/${channel.id}/callback`;
    const browser = cookie.split("=")[1]!;
    const flow = { row, purpose: "link" as const, actorId: local.id, redirectTo: "/user/info", callbackUrl, browser };
    const { url } = await beginFlow({ ...flow, environment: "browser" });
    const handle = await post(channel.id, (await choose(url, carol.nameId)).fields);
    const end = await comeBack(
      channel.id,
      handle,
      `${cookie}; ${(await sessionCookie({ sessionId: local.sessionId, codes: local.actor.permissions, pending: [] }, false)).split(";")[0]}`,
    );
    expect(end).toBe("/user/info?link=done");
    expect(await bound(carol.nameId)).toEqual([expect.objectContaining({ id: local.id, type: "local" })]);
  } finally {
    await other.close();
  }
});
