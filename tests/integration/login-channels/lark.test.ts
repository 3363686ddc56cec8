/** @runs once: the protocol of a chat client; the rows of a sign-in by one are wecom.test.ts's. */
import type { OpenChannel } from "@/lib/auth/channels/types";
import {
  begin,
  boundTo,
  comeBack,
  confirmAt,
  lastReason,
  REDIRECT_BASE,
  signInBy,
  through,
} from "@/tests/factories/chat-sign-in";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { startLarkServer } from "@/tests/fakes/lark-server";
import { type ChatRig, itSignsPeopleIn } from "./chat-journeys";

const CLIENT = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/122 Safari/537.36 Lark/7.9.5 LarkLocale/zh_CN";
const TOKEN = "/open-apis/authen/v2/oauth/token";
const USER_INFO = "/open-apis/authen/v1/user_info";

let fake: Awaited<ReturnType<typeof startLarkServer>>;
let rig: ChatRig;
const made: OpenChannel[] = [];

async function makeChannel(tenantKey: string, appSecret: string) {
  const settings = { tenantKey, apiBase: fake.url, accountsBase: fake.url };
  const app = { appId: fake.settings.appId };
  const channel = await makeLoginChannel({ kind: "lark", settings, secrets: { appSecret }, app });
  made.push(channel);
  return channel;
}

beforeAll(async () => {
  fake = await startLarkServer({ redirectBase: REDIRECT_BASE });
  const { tenantKey, appSecret } = fake.settings;
  rig = {
    channel: await makeChannel(tenantKey, appSecret),
    fake,
    add: (user_id, { email, phone } = {}) =>
      fake.add({ union_id: user_id, user_id, enterprise_email: email, mobile: phone }),
    withWrongSecret: () => makeChannel(`${tenantKey}2`, "wrong"),
    expireTokens: () => undefined,
    calls: [TOKEN, USER_INFO],
    secrets: [appSecret],
  };
});
afterAll(async () => {
  for (const { id } of made) await dropLoginChannel(id);
  await fake.stop();
});

itSignsPeopleIn(() => rig);

it("asks with a challenge of its own each time, in a browser and in the client", async () => {
  const challenges = new Set<string | null>();
  for (const userAgent of ["jest", CLIENT]) {
    const { searchParams } = new URL((await begin(rig.channel.id, { userAgent })).location);
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    challenges.add(searchParams.get("code_challenge"));
  }
  expect(challenges.size).toBe(2);
});

it("asks for nothing besides: no scope, no nonce", async () => {
  const query = new URL((await begin(rig.channel.id)).location).searchParams;
  const names = ["client_id", "code_challenge", "code_challenge_method", "redirect_uri", "response_type", "state"];
  expect([...query.keys()].sort()).toEqual(names);
  expect(query.get("redirect_uri")).toBe(`${REDIRECT_BASE}${rig.channel.id}/callback`);
});

it("a code that was asked for with another challenge is worth nothing", async () => {
  fake.add({ union_id: "on_pkce" });
  fake.signedIn("on_pkce");
  const { location, cookie } = await begin(rig.channel.id);
  const stolen = new URL((await begin(rig.channel.id)).location);
  stolen.searchParams.set("state", new URL(location).searchParams.get("state") ?? "");
  const landed = await comeBack(await confirmAt(stolen.href), cookie);
  expect(landed.searchParams.get("failed")).toBe("channelFailed");
  expect(await lastReason(rig.channel.id)).toBe("pkce");
});

it("lets nobody of another tenant in, whatever else is the same", async () => {
  fake.add({ union_id: "on_guest", user_id: "guest-person", tenant_key: "another" });
  fake.signedIn("on_guest");
  expect((await through(rig.channel.id)).searchParams.get("failed")).toBe("channelNoAccount");
  expect(await lastReason(rig.channel.id)).toBe("notMember");
  expect((await boundTo(rig.channel.issuer)).map(({ subject }) => subject)).not.toContain("on_guest");
});

it.each([
  [{ user_id: "by-user-id", enterprise_email: "no@c.test" }, "by-user-id"],
  [{ enterprise_email: "by-mail@c.test", email: "other@c.test" }, "by-mail"],
  [{ user_id: "not typable!", email: "private-mail@c.test" }, "private-mail"],
  [{ employee_no: "0815-lark" }, "0815-lark"],
  [{}, "on_last_resort"],
])("of %j the account is named %s, and is found by the union id", async (person, account) => {
  const union_id = account === "on_last_resort" ? account : `on_${account}`;
  fake.add({ union_id, ...person });
  fake.signedIn(union_id);
  expect((await signInBy(rig.channel.id)).account).toBe(account);
  expect((await boundTo(rig.channel.issuer)).find((one) => one.account === account)?.subject).toBe(union_id);
});

it.each([
  [20002, "clientRefused"],
  [20004, "code"],
  [20065, "code"],
  [20049, "pkce"],
  [20071, "badConfiguration"],
  [20010, "notMember"],
  [20066, "disabled"],
  [20050, "unreachable"],
  [29999, "answer"],
])("code %d of the other side is told as %s", async (code, reason) => {
  fake.misbehave(TOKEN, { json: { code, error: "invalid_grant", error_description: "no" }, status: 400 });
  expect((await through(rig.channel.id)).pathname).toBe("/login");
  expect(await lastReason(rig.channel.id)).toBe(reason);
});

it("a callback address the other side does not know is refused there", async () => {
  const foreign = new URL((await begin(rig.channel.id)).location);
  foreign.searchParams.set("redirect_uri", "https://evil.test/");
  await expect(confirmAt(foreign.href)).rejects.toThrow("400");
});
