/** @runs once: the protocol of a chat client; the rows of a sign-in by one are wecom.test.ts's. */
import type { OpenChannel } from "@/lib/auth/channels/types";
import {
  begin,
  boundTo,
  confirmAt,
  lastReason,
  REDIRECT_BASE,
  signInBy,
  through,
} from "@/tests/factories/chat-sign-in";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { startDingtalkServer } from "@/tests/fakes/dingtalk-server";
import { type ChatRig, itSignsPeopleIn } from "./chat-journeys";

const CLIENT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile AliApp(DingTalk/7.5.0) com.laiwang.DingTalk";
const BY_UNION = "/topapi/user/getbyunionid";

let fake: Awaited<ReturnType<typeof startDingtalkServer>>;
let rig: ChatRig;
const made: OpenChannel[] = [];

async function makeChannel(corpId: string, appSecret: string) {
  const settings = { corpId, apiBase: fake.url, oapiBase: fake.url, loginBase: fake.url };
  const app = { appId: fake.settings.appKey };
  const channel = await makeLoginChannel({ kind: "dingtalk", settings, secrets: { appSecret }, app });
  made.push(channel);
  return channel;
}

beforeAll(async () => {
  fake = await startDingtalkServer({ redirectBase: REDIRECT_BASE });
  const { corpId, appSecret } = fake.settings;
  rig = {
    channel: await makeChannel(corpId, appSecret),
    fake,
    add: (userid, { email, phone } = {}) => fake.add({ userid, email, mobile: phone, dept_id_list: [7, 1] }),
    withWrongSecret: () => makeChannel(`${corpId}2`, "wrong"),
    expireTokens: () => fake.appTokens.expireAll(),
    calls: [
      "/v1.0/oauth2/userAccessToken",
      "/v1.0/contact/users/me",
      "/v1.0/oauth2/accessToken",
      BY_UNION,
      "/topapi/v2/user/get",
    ],
    secrets: [appSecret],
  };
});
afterAll(async () => {
  for (const { id } of made) await dropLoginChannel(id);
  await fake.stop();
});

itSignsPeopleIn(() => rig);

it("asks for the company, in a browser and in the client", async () => {
  for (const userAgent of ["jest", CLIENT]) {
    const url = new URL((await begin(rig.channel.id, { userAgent })).location);
    expect(url.pathname).toBe("/oauth2/auth");
    expect(url.search).toContain("scope=openid%20corpid&");
    expect(url.searchParams.get("corpId")).toBe(fake.settings.corpId);
  }
});

it("keeps the application's token, and fetches it anew once when it has ended", async () => {
  fake.add({ userid: "dt-renewed" });
  fake.signedIn("dt-renewed");
  await signInBy(rig.channel.id);
  const issued = fake.appTokens.count();
  await signInBy(rig.channel.id);
  expect(fake.appTokens.count()).toBe(issued);
  fake.appTokens.expireAll();
  expect((await signInBy(rig.channel.id)).account).toBe("dt-renewed");
  expect(fake.appTokens.count()).toBe(issued + 1);
  fake.misbehave(BY_UNION, { json: { errcode: 40014, errmsg: "no" } });
  expect((await through(rig.channel.id)).searchParams.get("failed")).toBe("channelFailed");
  expect(fake.appTokens.count()).toBe(issued + 2);
});

it("takes the e-mail's local part as account where nobody could type the user id", async () => {
  fake.add({ userid: "$:LWCP_v1:$1", email: "dt-typed@company.test" });
  fake.signedIn("$:LWCP_v1:$1");
  expect((await signInBy(rig.channel.id)).account).toBe("dt-typed");
  const bound = await boundTo(rig.channel.issuer);
  expect(bound.find(({ account }) => account === "dt-typed")?.subject).toBe("$:LWCP_v1:$1");
});

it("lets nobody in who chose another company, is an outside contact, unknown to it or not active in it", async () => {
  const refused = async (person: Parameters<typeof fake.add>[0]) => {
    fake.add(person);
    fake.signedIn(person.userid);
    const landed = await through(rig.channel.id);
    expect(landed.searchParams.get("failed")).toBe("channelNoAccount");
    expect(await lastReason(rig.channel.id)).toBe("notMember");
  };
  await refused({ userid: "other", corpId: "ding-other" });
  await refused({ userid: "contact", contact_type: 1 });
  await refused({ userid: "sleeping", active: false });
  fake.misbehave(BY_UNION, { json: { errcode: 60121, errmsg: "no" } });
  await refused({ userid: "unknown" });
  const subjects = (await boundTo(rig.channel.issuer)).map(({ subject }) => subject);
  for (const name of ["other", "contact", "sleeping", "unknown"]) expect(subjects).not.toContain(name);
});

it.each([
  [{ errcode: 88, sub_code: "60011", errmsg: "no" }, "badConfiguration"],
  [{ errcode: 60020, errmsg: "no" }, "badConfiguration"],
  [{ errcode: 90018, errmsg: "no" }, "unreachable"],
  [{ errcode: 77777, errmsg: "no" }, "answer"],
  [{ errcode: 0, result: { userid: "somebody else", contact_type: 0 } }, "notMember"],
])("the older interface's answer %j is told as %s", async (json, reason) => {
  fake.misbehave(BY_UNION, { json });
  fake.signedIn("dt-renewed");
  expect((await through(rig.channel.id)).pathname).toBe("/login");
  expect(await lastReason(rig.channel.id)).toBe(reason);
});

it.each([
  ["invalidClientIdOrSecret", "clientRefused"],
  ["invalidParameter.authCode.notFound", "code"],
  ["Forbidden.AccessDenied.IpNotInWhiteList", "badConfiguration"],
  ["Throttling.Api", "unreachable"],
  ["somethingElse", "answer"],
])("the newer interface's refusal %s is told as %s", async (code, reason) => {
  fake.misbehave("/v1.0/oauth2/userAccessToken", { json: { code, message: "no" }, status: 400 });
  fake.signedIn("dt-renewed");
  expect((await through(rig.channel.id)).pathname).toBe("/login");
  expect(await lastReason(rig.channel.id)).toBe(reason);
});

it("a callback address the other side does not know is refused there", async () => {
  const foreign = new URL((await begin(rig.channel.id)).location);
  foreign.searchParams.set("redirect_uri", "https://evil.test/");
  await expect(confirmAt(foreign.href)).rejects.toThrow("400");
});
