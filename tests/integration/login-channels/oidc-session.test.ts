import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { closeDatabase, db } from "@/db/client";
import { findFlow, findOpenFlow } from "@/db/queries/login-channels/channels";
import { loginChannels } from "@/db/schema/login-channels";
import { users } from "@/db/schema/organisation";
import { markBrowser } from "@/lib/auth/channels/browser";
import { beginFlow, readTestResult } from "@/lib/auth/channels/flow";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { hashToken } from "@/lib/auth/tokens";
import { answer } from "@/tests/factories/call";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { comeBack, handIn, journey } from "@/tests/factories/openid-journey";
import { makePerson, type Person } from "@/tests/factories/people";
import { cookieOf } from "@/tests/factories/sessions";
import { OIDC_CLIENT, startOidcServer, walkOidc } from "@/tests/fakes/oidc-server";

let site: Awaited<ReturnType<typeof startOidcServer>>;
let channel: OpenChannel;
let local: Person;

beforeAll(async () => {
  site = await startOidcServer();
  local = await makePerson();
  channel = await makeLoginChannel({
    kind: "oidc",
    settings: { issuer: site.issuer },
    secrets: { clientSecret: OIDC_CLIENT.secret },
    app: { appId: OIDC_CLIENT.id },
  });
});
afterAll(async () => {
  await dropLoginChannel(channel.id);
  await site.close();
  await closeDatabase();
});

function newcomer(): string {
  const name = `o${v7().replaceAll("-", "").slice(8)}`;
  site.know(name, { preferred_username: name, name: `Name ${name}` });
  return name;
}
const go = (name: string) => journey(channel.id, (url) => walkOidc(url, name));
const userOf = async (account: string) => (await db().select().from(users).where(eq(users.account, account)))[0];

async function begin(person: Person, purpose: "link" | "test") {
  const row = (await db().select().from(loginChannels).where(eq(loginChannels.id, channel.id)))[0]!;
  const { browser, cookie } = markBrowser(new Headers());
  const callbackUrl = `http://product.test/api/public/login/${channel.id}/callback`;
  const flow = { row, purpose, actorId: person.id, redirectTo: "/user/info", callbackUrl } as const;
  const { url } = await beginFlow({ ...flow, environment: "browser", browser });
  return { url, cookie: cookie.split(";")[0] ?? "" };
}

it("an outside identity is linked to that person, and to no second one", async () => {
  const [first, second] = [await makePerson(), await makePerson()];
  const name = newcomer();
  const { url, cookie } = await begin(first, "link");
  const back = await walkOidc(url, name);
  // The way back in somebody else's session, or in none.
  const stranger = await comeBack(channel.id, back, { cookie: `${cookie}; ${(await cookieOf(second)).cookie}` });
  expect(stranger.searchParams.get("failed")).toBe("channelExpired");
  const mine = await begin(first, "link");
  const end = await comeBack(channel.id, await walkOidc(mine.url, name), {
    cookie: `${mine.cookie}; ${(await cookieOf(first)).cookie}`,
  });
  expect([end.pathname, end.searchParams.get("link")]).toEqual(["/user/info", "done"]);
  const signedIn = await go(name);
  const { data } = await handIn(signedIn.end, signedIn.cookie);
  expect((await answer(selfInfoRoute, { token: data!.token })).data).toMatchObject({ account: first.account });
  const theirs = await begin(second, "link");
  const taken = await comeBack(channel.id, await walkOidc(theirs.url, name), {
    cookie: `${theirs.cookie}; ${(await cookieOf(second)).cookie}`,
  });
  expect(taken.searchParams.get("failed")).toBe("channelBoundElsewhere");
});

it("a test tells who it would be and changes nothing", async () => {
  const name = newcomer();
  const clerk = await makePerson({ codes: ["SYSTEM:CONFIG:SSO"] });
  const { url, cookie } = await begin(clerk, "test");
  const state = new URL(url).searchParams.get("state") ?? "";
  const flow = await findOpenFlow(db(), channel.id, hashToken(state));
  const end = await comeBack(channel.id, await walkOidc(url, name), {
    cookie: `${cookie}; ${(await cookieOf(clerk)).cookie}`,
  });
  expect(end.searchParams.get("test")).toBe(flow?.id);
  const kept = await findFlow(db(), flow!.id);
  expect(readTestResult(kept!.resultCipher!)).toMatchObject({ ok: true, outcome: { userId: null, account: name } });
  expect(kept!.resultCipher).not.toContain(name);
  expect(await userOf(name)).toBeUndefined();
});

it("a test by somebody who may not look after channels any more is none", async () => {
  const name = newcomer();
  const { url, cookie } = await begin(local, "test");
  const state = new URL(url).searchParams.get("state") ?? "";
  const flow = await findOpenFlow(db(), channel.id, hashToken(state));
  await comeBack(channel.id, await walkOidc(url, name), {
    cookie: `${cookie}; ${(await cookieOf(local)).cookie}`,
  });
  const kept = await findFlow(db(), flow!.id);
  expect(readTestResult(kept!.resultCipher!)).toMatchObject({ ok: false, reason: "state" });
});
