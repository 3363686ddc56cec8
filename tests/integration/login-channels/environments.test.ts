import { GET as thirdRoute } from "@/app/api/public/get-third-login-url/route";
import { GET as guestRoute } from "@/app/api/token/guest/route";
import { POST as logoutRoute } from "@/app/api/token/logout/route";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { ENVIRONMENTS, type Environment } from "@/lib/auth/environment";
import { GUEST_HEADER } from "@/lib/auth/gate";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import { answer, call } from "@/tests/factories/call";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { makePerson } from "@/tests/factories/people";

/** Files share one database and its one default channel: this one sees its own channels alone. */
const mockOwn: { id: string; isDefault: boolean }[] = [];
jest.mock("@/db/queries/login-channels/channels", () => {
  const actual = jest.requireActual("@/db/queries/login-channels/channels");
  return {
    ...actual,
    listChannelRows: async (db: never) => {
      const rows: { id: string }[] = await actual.listChannelRows(db);
      return rows.flatMap((row) => mockOwn.filter(({ id }) => id === row.id).map((own) => ({ ...row, ...own })));
    },
  };
});

const AGENTS: Record<Environment, string> = {
  "enterprise-chat": "Mozilla/5.0 wxwork/4.1.22 (MicroMessenger/6.2) WindowsWechat",
  "social-chat": "Mozilla/5.0 MicroMessenger/8.0.49(0x18003130) NetType/WIFI",
  dingtalk: "Mozilla/5.0 AliApp(DingTalk/7.5.0) com.laiwang.DingTalk/33655333",
  lark: "Mozilla/5.0 Lark/7.9.5 LarkLocale/zh_CN",
  teams: "Mozilla/5.0 Edg/120.0 Teams/23320.3027.2591.1505/49",
  browser: "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
};
const SETTINGS: Partial<Record<ChannelKind, Record<string, string>>> = {
  wecom: { corpId: "ww-environments" },
  dingtalk: { corpId: "ding-environments" },
  lark: { tenantKey: "lark-environments" },
  oidc: { issuer: "https://environments.test" },
  entra: { tenantId: "environments" },
  ldap: { url: "ldap://environments.test", baseDn: "dc=test" },
};

type NewOne = Partial<Parameters<typeof makeLoginChannel>[0]>;
async function make(kind: ChannelKind, { isDefault = false, ...more }: NewOne = {}): Promise<OpenChannel> {
  const channel = await makeLoginChannel({ kind, settings: SETTINGS[kind], ...more });
  mockOwn.push({ id: channel.id, isDefault });
  return channel;
}
async function dropAll(): Promise<void> {
  for (const { id } of mockOwn.splice(0)) await dropLoginChannel(id);
}
afterEach(dropAll);

/** Where a guest of a page is sent. */
async function guestAt(environment: Environment, page = "/personal/chat", cookie = ""): Promise<string> {
  const headers = { "user-agent": AGENTS[environment], [GUEST_HEADER]: page };
  const response = await call(guestRoute, { headers, cookie });
  expect(response.status).toBe(307);
  return response.headers.get("location") ?? "";
}

type Answer = { url: string | null };
/** What the browser is told when it asks itself. */
async function asked(environment: Environment, frontRedirectUrl?: string): Promise<string | null> {
  const query = { env: environment, ...(frontRedirectUrl === undefined ? {} : { frontRedirectUrl }) };
  return (await answer<Answer>(thirdRoute, { query })).data!.url;
}

const LOGIN = "/login?redirectUrl=%2Fpersonal%2Fchat";
const start = ({ id }: OpenChannel) => `/api/public/login/${id}/start?redirectUrl=%2Fpersonal%2Fchat`;
const told = (channel: OpenChannel) => `http://product.test${start(channel)}`;

it.each(ENVIRONMENTS)("without channels a guest in %s gets the login page", async (environment) => {
  expect(await guestAt(environment)).toBe(LOGIN);
  expect(await guestAt(environment, "/")).toBe("/login");
  expect(await asked(environment)).toBeNull();
});

it("each chat client goes to its own channel by itself, everybody else to the login page", async () => {
  const channels: Partial<Record<Environment, OpenChannel>> = {
    "enterprise-chat": await make("wecom"),
    dingtalk: await make("dingtalk"),
    lark: await make("lark"),
  };
  await make("oidc");
  await make("entra");
  for (const environment of ENVIRONMENTS) {
    const own = channels[environment];
    expect(`${environment} ${await guestAt(environment)}`).toBe(`${environment} ${own ? start(own) : LOGIN}`);
    expect(await asked(environment, "/personal/chat")).toBe(own ? told(own) : null);
  }
});

it("the default channel is the browser's and that of clients without one of their own; the team client has its token", async () => {
  const wecom = await make("wecom");
  const oidc = await make("oidc", { isDefault: true });
  for (const environment of ENVIRONMENTS) {
    const own = environment === "enterprise-chat" ? wecom : environment === "teams" ? null : oidc;
    expect(`${environment} ${await guestAt(environment)}`).toBe(`${environment} ${own ? start(own) : LOGIN}`);
    expect(await asked(environment, "/personal/chat")).toBe(own ? told(own) : null);
  }
});

it("channels that are off, and those that lead nowhere, send nobody away", async () => {
  await make("wecom", { status: "disabled" });
  await make("dingtalk", { status: "disabled", isDefault: true });
  await make("ldap");
  for (const environment of ENVIRONMENTS) expect(await guestAt(environment)).toBe(LOGIN);
});

it("a default directory is no site to go to", async () => {
  await make("ldap", { isDefault: true });
  for (const environment of ENVIRONMENTS) expect(await guestAt(environment)).toBe(LOGIN);
});

it("the client is told by its user agent or referrer where the call names none", async () => {
  const lark = await make("lark");
  const by = async (headers: Record<string, string>) => (await answer<Answer>(thirdRoute, { headers })).data!.url;
  const address = `http://product.test/api/public/login/${lark.id}/start`;
  expect(await by({ "user-agent": AGENTS.lark })).toBe(address);
  expect(await by({ "user-agent": AGENTS.browser, referer: "https://team.feishu.cn/wiki" })).toBe(address);
  expect(await by({ "user-agent": AGENTS.browser, referer: "https://team.feishu.cn.evil.test/" })).toBeNull();
  expect((await answer(thirdRoute, { query: { env: "somewhere" } })).code).toBe(400);
});

it("right after signing out nobody is sent away, in any environment; one's neighbour still is", async () => {
  const channels = { wecom: await make("wecom"), oidc: await make("oidc", { isDefault: true }) };
  const [ada, bob] = [await makePerson(), await makePerson()];
  const response = await call(logoutRoute, { method: "POST", token: ada.token });
  const cookie =
    response.headers
      .getSetCookie()
      .find((one) => one.startsWith("signed-out="))
      ?.split(";", 1)[0] ?? "";
  expect(cookie).toBe("signed-out=1");
  for (const environment of ENVIRONMENTS) expect(await guestAt(environment, "/personal/chat", cookie)).toBe(LOGIN);
  expect((await answer<Answer>(thirdRoute, { query: { env: "enterprise-chat" }, cookie })).data).toEqual({ url: null });
  expect(await guestAt("enterprise-chat")).toBe(start(channels.wecom));
  expect(await guestAt("browser", "/personal/chat", "signed-out=0")).toBe(start(channels.oidc));
  expect((await answer(logoutRoute, { method: "POST", token: bob.token })).code).toBe(200);
});

/** SECURITY AU-14. */
const HOSTILE = [
  "https://evil.test/",
  "//evil.test/",
  "/\\evil.test",
  "\\\\evil.test",
  "/%09/evil.test",
  "/\t/evil.test",
  "https:evil.test",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://product.test@evil.test/",
  "http://product.test.evil.test/",
  "/%2f%2fevil.test",
  "/%252f%252fevil.test",
  "/%5cevil.test",
  "///evil.test",
  "/login?redirectUrl=https://evil.test",
  "/api/public/get-third-login-url?frontRedirectUrl=https://evil.test",
  "/api/token/logout",
  "evil.test",
  " /personal/chat",
];

it.each(HOSTILE)("a hostile way back is refused, or ends on our own origin: %j", async (target) => {
  const channel = await make("wecom");
  const refused = await answer(thirdRoute, { query: { env: "enterprise-chat", frontRedirectUrl: target } });
  expect(refused).toMatchObject({ code: 400 });
  expect(refused.data).not.toHaveProperty("url");
  // A header cannot carry a tab; the gate's own never does.
  if (!/[\t]/.test(target)) {
    expect(await guestAt("enterprise-chat", target.trim() === target ? target : "//x")).toBe(
      start(channel).split("?")[0],
    );
    await dropAll();
    expect(await guestAt("enterprise-chat", target.trim() === target ? target : "//x")).toBe("/login");
  }
});

it("a token in the page's address goes no further", async () => {
  const channel = await make("wecom");
  const to = await guestAt("enterprise-chat", "/personal/chat?jwt=secret&session=1");
  expect(to).toBe(`/api/public/login/${channel.id}/start?redirectUrl=%2Fpersonal%2Fchat%3Fsession%3D1`);
});
