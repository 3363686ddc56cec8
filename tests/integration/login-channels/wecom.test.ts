import { channelTimes } from "@/lib/auth/channels/times";
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
import { OUTSIDER, startWecomServer } from "@/tests/fakes/wecom-server";
import { type ChatRig, itSignsPeopleIn } from "./chat-journeys";

const CLIENT =
  "Mozilla/5.0 (Windows NT 10.0; WOW64) Chrome/122 Safari/537.36 wxwork/4.1.36 (MicroMessenger/6.2) WindowsWechat";
const TOKEN = "/cgi-bin/gettoken";
const USER_INFO = "/cgi-bin/auth/getuserinfo";

let fake: Awaited<ReturnType<typeof startWecomServer>>;
let rig: ChatRig;
const made: OpenChannel[] = [];

async function makeChannel(appSecret = fake.settings.appSecret, more: Record<string, string> = {}) {
  const { corpId, agentId: appId } = fake.settings;
  const bases = { apiBase: fake.url, webBase: fake.url, clientBase: `${fake.url}/` };
  const settings = { corpId, ...bases, ...more };
  const channel = await makeLoginChannel({ kind: "wecom", settings, secrets: { appSecret }, app: { appId } });
  made.push(channel);
  return channel;
}

beforeAll(async () => {
  fake = await startWecomServer({ redirectBase: REDIRECT_BASE });
  const channel = await makeChannel();
  rig = {
    channel,
    fake,
    add: (userid, { email, phone } = {}) => fake.add({ userid, biz_mail: email, mobile: phone, department: [3, 1] }),
    withWrongSecret: () => {
      fake.settings.corpId = `${channel.settings.corpId}2`;
      return makeChannel("wrong");
    },
    expireTokens: () => fake.tokens.expireAll(),
    calls: [TOKEN, USER_INFO, "/cgi-bin/user/get"],
    secrets: [fake.settings.appSecret],
  };
});
afterEach(() => {
  fake.settings.corpId = String(rig.channel.settings.corpId);
});
afterAll(async () => {
  for (const { id } of made) await dropLoginChannel(id);
  await fake.stop();
});

itSignsPeopleIn(() => rig);

it("goes to the page with the QR code in a browser, and to the client's own page inside it", async () => {
  const web = new URL((await begin(rig.channel.id)).location);
  expect(web.pathname).toBe("/wwlogin/sso/login");
  expect(web.searchParams.get("agentid")).toBe(fake.settings.agentId);
  const inside = new URL((await begin(rig.channel.id, { userAgent: CLIENT })).location);
  expect(inside.pathname).toBe("/connect/oauth2/authorize");
  expect(inside.hash).toBe("#wechat_redirect");
  expect(inside.searchParams.get("scope")).toBe("snsapi_base");
  fake.add({ userid: "Wx.Person" });
  fake.signedIn("Wx.Person");
  const { account } = await signInBy(rig.channel.id, { userAgent: CLIENT });
  expect(account).toBe("wx.person");
  expect((await boundTo(rig.channel.issuer)).find((one) => one.account === account)?.subject).toBe("Wx.Person");
});

it("keeps the application's token, and fetches it anew once when it has ended", async () => {
  fake.add({ userid: "wx-renewed" });
  fake.signedIn("wx-renewed");
  await signInBy(rig.channel.id);
  const issued = fake.tokens.count();
  await signInBy(rig.channel.id);
  expect(fake.tokens.count()).toBe(issued);
  fake.tokens.expireAll();
  expect((await signInBy(rig.channel.id)).account).toBe("wx-renewed");
  expect(fake.tokens.count()).toBe(issued + 1);
  fake.misbehave(USER_INFO, { json: { errcode: 42001, errmsg: "access_token expired" } });
  expect((await through(rig.channel.id)).searchParams.get("failed")).toBe("channelFailed");
  expect(fake.tokens.count()).toBe(issued + 2);
});

it("lets nobody in who is outside the company, unknown to it, disabled there or gone", async () => {
  const refused = async (person: string) => {
    fake.signedIn(person);
    const landed = await through(rig.channel.id);
    expect(landed.searchParams.get("failed")).toBe("channelNoAccount");
    return lastReason(rig.channel.id);
  };
  expect(await refused(OUTSIDER)).toBe("notMember");
  expect(await refused("nobody")).toBe("notMember");
  fake.add({ userid: "closed", status: 2 });
  expect(await refused("closed")).toBe("disabled");
  fake.add({ userid: "left", status: 5 });
  expect(await refused("left")).toBe("disabled");
  expect((await boundTo(rig.channel.issuer)).map(({ subject }) => subject)).not.toContain("closed");
});

it.each([
  [40013, "clientRefused"],
  [40029, "code"],
  [60020, "badConfiguration"],
  [48002, "badConfiguration"],
  [-1, "unreachable"],
  [99999, "answer"],
])("error %d of the other side is told as %s", async (errcode, reason) => {
  fake.misbehave(USER_INFO, { json: { errcode, errmsg: "no" } });
  fake.signedIn("wx-renewed");
  expect((await through(rig.channel.id)).pathname).toBe("/login");
  expect(await lastReason(rig.channel.id)).toBe(reason);
  fake.behave();
});

it("an address that must not be called, and one that speaks no TLS, are told apart", async () => {
  const { corpId } = fake.settings;
  const cases = [
    ["http://169.254.169.254", "badConfiguration"],
    [fake.url.replace("http:", "https:"), "tls"],
    ["http://127.0.0.1:9", "unreachable"],
  ] as const;
  for (const [index, [apiBase, reason]] of cases.entries()) {
    fake.settings.corpId = `${corpId}-${index}`;
    const channel = await makeChannel(fake.settings.appSecret, { apiBase });
    expect((await through(channel.id)).pathname).toBe("/login");
    expect(await lastReason(channel.id)).toBe(reason);
  }
});

it("waits ten seconds for an answer, not longer", async () => {
  expect(channelTimes.answer).toBe(10_000);
  jest.replaceProperty(channelTimes, "answer", 1000);
  const started = Date.now();
  fake.misbehave(USER_INFO, "slow");
  fake.signedIn("wx-renewed");
  expect((await through(rig.channel.id)).searchParams.get("failed")).toBe("channelUnreachable");
  expect(Date.now() - started).toBeLessThan(6_000);
  fake.behave();
});

it("a callback address the other side does not know is refused there", async () => {
  const { location } = await begin(rig.channel.id);
  const foreign = new URL(location);
  foreign.searchParams.set("redirect_uri", "https://evil.test/");
  await expect(confirmAt(foreign.href)).rejects.toThrow("400");
});
