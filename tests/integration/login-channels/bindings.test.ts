import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as callback } from "@/app/api/public/login/[id]/callback/route";
import { POST as link, GET as links, DELETE as unlink } from "@/app/api/user/bindings/route";
import { db } from "@/db/client";
import { insertBinding } from "@/db/queries/login-channels/channels";
import { sessions } from "@/db/schema/auth";
import { externalIdentities, loginChannels } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { invalidateChannels } from "@/lib/auth/channels/store";
import type { OpenChannel, OutsideIdentity } from "@/lib/auth/channels/types";
import type { OwnLinksDto } from "@/lib/features/personal/dto";
import { answer, call } from "@/tests/factories/call";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { makePerson, type Person, signIn } from "@/tests/factories/people";
import { cookieOf } from "@/tests/factories/sessions";
import { OIDC_CLIENT, startOidcServer, walkOidc } from "@/tests/fakes/oidc-server";

const DIRECTORY_PASSWORD = "Directory-1";
// The directory alone: its own tests speak to a real one. Sites are gone to for real.
jest.mock("@/lib/auth/channels/drivers", () => ({
  ...jest.requireActual<object>("@/lib/auth/channels/drivers"),
  passwordDriver: async () => ({
    check: async ({ issuer }: OpenChannel, account: string, password: string): Promise<OutsideIdentity | null> =>
      password === DIRECTORY_PASSWORD
        ? { issuer, subject: `uuid-${account}`, account, name: account, claims: {} }
        : null,
  }),
}));

let site: Awaited<ReturnType<typeof startOidcServer>>;
let one: Person;
let two: Person;
let oidc: OpenChannel;
let ldap: OpenChannel;
let jwt: OpenChannel;
beforeAll(async () => {
  one = await makePerson();
  two = await makePerson();
  site = await startOidcServer();
  for (const name of ["li", "wang", "zhao"])
    site.know(name, { preferred_username: name, email: `${name}@other.example`, email_verified: true });
  oidc = await makeLoginChannel({
    kind: "oidc",
    settings: { issuer: site.issuer },
    secrets: { clientSecret: OIDC_CLIENT.secret },
    app: { appId: OIDC_CLIENT.id },
  });
  ldap = await makeLoginChannel({ kind: "ldap", settings: { url: "ldap://127.0.0.1", baseDn: "dc=a" } });
  jwt = await makeLoginChannel({
    kind: "jwt",
    settings: { issuer: `https://jwt-${v7()}.example`, audience: "a", jwksUrl: "https://jwt.example/keys" },
  });
});
afterAll(async () => {
  for (const { id } of [oidc, ldap, jwt]) await dropLoginChannel(id);
  await site.close();
});
beforeEach(async () => {
  for (const { id } of [one, two]) await db().delete(externalIdentities).where(eq(externalIdentities.userId, id));
});

const linksOf = async (person: Person) => (await answer<OwnLinksDto>(links, { token: person.token })).data!;
const remove = (person: Person, id: string) =>
  answer<{ error: string }>(unlink, { token: person.token, method: "DELETE", query: { id } });

/** Begins at our door; the mark is what binds the way back to this browser. */
async function begin(person: Person) {
  const response = await call(link, { token: person.token, body: { channelId: oidc.id } });
  const { data } = (await response.json()) as { data: { url: string } };
  return { url: data.url, mark: response.headers.get("set-cookie")!.split(";")[0]! };
}

/** Where one ends who comes back from the site under somebody's session. */
async function comeBack(person: Person, back: URL, mark: string): Promise<string | null> {
  const { cookie } = await cookieOf(person);
  const response = await call(callback, {
    params: { id: oidc.id },
    query: Object.fromEntries(back.searchParams),
    cookie: `${mark}; ${cookie}`,
  });
  return response.headers.get("location");
}

async function linkAs(person: Person, name: string): Promise<string | null> {
  const { url, mark } = await begin(person);
  return comeBack(person, await walkOidc(url, name), mark);
}

describe("a link by single sign-on", () => {
  it("belongs to whom the session and the handshake prove, and to nobody else", async () => {
    expect(await linkAs(one, "li")).toBe("/user/info?link=done");
    const mine = await linksOf(one);
    expect(mine.links).toMatchObject([{ label: "li@other.example", isOn: true, channel: { id: oidc.id } }]);
    expect(mine.channels.map(({ id }) => id)).not.toContain(oidc.id);
    expect((await linksOf(two)).links).toEqual([]);
    expect((await linksOf(two)).channels.map(({ id }) => id)).toContain(oidc.id);
    // Somebody else comes with the same outside account.
    expect(await linkAs(two, "li")).toBe("/user/info?failed=channelBoundElsewhere");
    expect((await linksOf(two)).links).toEqual([]);
  });

  it("does not come to an end under another session, in another browser, or twice", async () => {
    const first = await begin(one);
    const foreignSession = await comeBack(two, await walkOidc(first.url, "wang"), first.mark);
    expect(foreignSession).toBe("/user/info?failed=channelExpired");
    const second = await begin(one);
    const foreignBrowser = await comeBack(one, await walkOidc(second.url, "wang"), (await begin(two)).mark);
    expect(foreignBrowser).toBe("/user/info?failed=channelExpired");
    const third = await begin(one);
    const back = await walkOidc(third.url, "wang");
    expect(await comeBack(one, back, third.mark)).toBe("/user/info?link=done");
    expect(await comeBack(one, back, third.mark)).toBe("/login?failed=channelExpired");
    expect((await linksOf(one)).links).toHaveLength(1);
    expect((await linksOf(two)).links).toEqual([]);
  });

  it("that is cancelled there changes nothing and says so", async () => {
    const { url, mark } = await begin(one);
    expect(await comeBack(one, await walkOidc(url, "li", "out"), mark)).toBe("/user/info?failed=channelDenied");
    expect((await linksOf(one)).links).toEqual([]);
  });

  it("is refused at a channel that is off, unknown, or that takes signed tokens, and for a guest", async () => {
    const start = (channelId: string, token = one.token) => answer(link, { token, body: { channelId } });
    await db().update(loginChannels).set({ status: "disabled" }).where(eq(loginChannels.id, oidc.id));
    expect((await start(oidc.id)).data).toMatchObject({ error: "channelOff" });
    await db().update(loginChannels).set({ status: "enabled" }).where(eq(loginChannels.id, oidc.id));
    expect((await start(v7())).code).toBe(404);
    expect((await start(jwt.id)).code).toBe(404);
    expect((await start(oidc.id, "nobody")).code).toBe(401);
    expect((await start("x")).code).toBe(400);
    expect((await linksOf(one)).channels.map(({ id }) => id)).not.toContain(jwt.id);
  });
});

describe("a link to a directory", () => {
  const prove = (person: Person, account: string, password: string) =>
    answer<{ error: string; fields?: Record<string, string> }>(link, {
      token: person.token,
      body: { channelId: ldap.id, account, password },
      address: `2001:db8::${person.id.slice(-4)}`,
    });

  it("is proved by the password there; a wrong one changes nothing", async () => {
    expect((await prove(one, "li", "guess")).data?.error).toBe("wrongCredentials");
    expect((await linksOf(one)).links).toEqual([]);
    expect((await prove(one, "li", DIRECTORY_PASSWORD)).code).toBe(200);
    expect((await linksOf(one)).links).toMatchObject([{ channel: { id: ldap.id, kind: "ldap" } }]);
    expect((await prove(two, "li", DIRECTORY_PASSWORD)).data?.error).toBe("channelBoundElsewhere");
    expect((await linksOf(two)).links).toEqual([]);
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.actorId, one.id), eq(operationLogs.action, "auth.link")));
    expect(rows.map(({ result }) => result)).toEqual(expect.arrayContaining(["success"]));
    expect(JSON.stringify(rows)).not.toContain(DIRECTORY_PASSWORD);
  });

  it("cannot be guessed at: not one account often, nor many accounts by one person", async () => {
    const guesser = await makePerson();
    const errors: (string | undefined)[] = [];
    for (let number = 0; number < 12; number++) {
      errors.push((await prove(guesser, `victim${number}`, "guess")).data?.error);
    }
    expect(errors[0]).toBe("wrongCredentials");
    expect(errors.at(-1)).toBe("loginLocked");
    // Even the right password waits now; somebody else is not concerned.
    expect((await prove(guesser, "fresh", DIRECTORY_PASSWORD)).data?.error).toBe("loginLocked");
    expect((await prove(two, "other", DIRECTORY_PASSWORD)).code).toBe(200);
  });

  it("needs both account and password, within bounds", async () => {
    const half = (body: object) => answer(link, { token: one.token, body: { channelId: ldap.id, ...body } });
    expect((await half({ account: "li" })).code).toBe(400);
    expect((await half({})).data).toMatchObject({ fields: { account: "required" } });
    expect((await half({ account: "a".repeat(500), password: "x" })).code).toBe(400);
    expect((await half({ account: "a\u0000", password: "x" })).code).toBe(400);
  });
});

describe("taking a link away", () => {
  const bound = (person: Person, channel: OpenChannel, subject = v7()) =>
    insertBinding(db(), { issuer: channel.issuer, subject, userId: person.id, channelId: channel.id, label: "" });

  it("is for one's own alone, ends the other sessions and stands in the log", async () => {
    await bound(one, oidc);
    const [{ id } = { id: "" }] = (await linksOf(one)).links;
    expect((await remove(two, id)).code).toBe(404);
    const other = await signIn(one.id);
    expect((await remove(one, id)).code).toBe(200);
    expect((await linksOf(one)).links).toEqual([]);
    expect((await remove(one, id)).code).toBe(404);
    const [ended] = await db().select().from(sessions).where(eq(sessions.id, other.sessionId));
    expect(ended?.revokedAt).not.toBeNull();
    expect((await answer(links, { token: one.token })).code).toBe(200);
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.actorId, one.id), eq(operationLogs.action, "auth.unlink")));
    expect(rows.filter(({ result }) => result === "success")).toHaveLength(1);
    expect((await remove(one, "x")).code).toBe(400);
  });

  it("is refused for the last way in: without a password and another link that works", async () => {
    const guest = await makePerson({ type: "sso" });
    await db().update(users).set({ passwordHash: null }).where(eq(users.id, guest.id));
    await bound(guest, oidc);
    const [{ id } = { id: "" }] = (await linksOf(guest)).links;
    expect((await remove(guest, id)).data?.error).toBe("lastWayIn");
    // A second link counts only while its channel is on.
    await bound(guest, ldap);
    await db().update(loginChannels).set({ status: "disabled" }).where(eq(loginChannels.id, ldap.id));
    invalidateChannels();
    expect((await remove(guest, id)).data?.error).toBe("lastWayIn");
    expect((await linksOf(guest)).links.map(({ isOn }) => isOn)).toEqual([true, false]);
    await db().update(loginChannels).set({ status: "enabled" }).where(eq(loginChannels.id, ldap.id));
    invalidateChannels();
    expect((await remove(guest, id)).code).toBe(200);
  });

  it("twice at once leaves one way in", async () => {
    const guest = await makePerson({ type: "sso" });
    await db().update(users).set({ passwordHash: null }).where(eq(users.id, guest.id));
    await bound(guest, oidc);
    await bound(guest, ldap);
    const ids = (await linksOf(guest)).links.map(({ id }) => id);
    const codes = await Promise.all(ids.map(async (id) => (await remove(guest, id)).code));
    expect(codes.sort()).toEqual([200, 409]);
  });
});
