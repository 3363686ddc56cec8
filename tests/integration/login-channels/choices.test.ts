import { v7 } from "uuid";
import { GET as methodsRoute } from "@/app/api/admin/login-config/current/route";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { loginMethods } from "@/lib/features/auth/service/choices";
import { channelFailureText } from "@/lib/i18n/channel-failure";
import { answer } from "@/tests/factories/call";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { makePerson } from "@/tests/factories/people";

const made: string[] = [];
async function make(input: Parameters<typeof makeLoginChannel>[0]): Promise<OpenChannel> {
  const channel = await makeLoginChannel(input);
  made.push(channel.id);
  return channel;
}
afterEach(async () => {
  for (const id of made.splice(0)) await dropLoginChannel(id);
});

const oidc = () => ({ kind: "oidc" as const, settings: { issuer: `https://id-${v7()}.example` } });
/** Ways of these channels alone, in their order: other tests may have channels of their own. */
async function order(channels: OpenChannel[], ...rest: Parameters<typeof loginMethods>) {
  const names = (await loginMethods(...rest)).map(({ name }) => name);
  return names.filter((name) => channels.some(({ nameZh, nameEn }) => [nameZh, nameEn].includes(name)));
}

it("begins with the client's own channel, then the default one, and leaves out what is off", async () => {
  const first = await make(oidc());
  const off = await make({ ...oidc(), status: "disabled" });
  const chat = await make({ kind: "wecom", settings: { corpId: `c${v7()}` }, app: { appId: "1" } });
  const team = await make({ kind: "entra", settings: { tenantId: `t-${v7()}` } });
  const standard = await make({ ...oidc(), isDefault: true });
  const all = [first, off, chat, team, standard];
  const names = (...channels: OpenChannel[]) => channels.map(({ nameZh }) => nameZh);
  expect(await order(all, "zh_CN", "/")).toEqual(names(standard, first, chat, team));
  expect(await order(all, "zh_CN", "/", "enterprise-chat")).toEqual(names(chat, standard, first, team));
  expect(await order(all, "zh_CN", "/", "teams")).toEqual(names(team, standard, first, chat));
  expect(await order(all, "en_US", "/", "dingtalk")).toEqual([standard, first, chat, team].map(({ nameEn }) => nameEn));
});

it("takes the place to go along, and gives tokens nothing to click", async () => {
  const site = await make(oidc());
  const directory = await make({ kind: "ldap", settings: { url: "ldap://127.0.0.1", baseDn: "dc=a" } });
  const jwt = await make({
    kind: "jwt",
    settings: { issuer: `https://jwt-${v7()}.example`, audience: "a", jwksUrl: "https://jwt.example/keys" },
  });
  const methods = await loginMethods("zh_CN", "/user/info?a=1");
  const urlOf = ({ nameZh }: OpenChannel) => methods.find(({ name }) => name === nameZh)?.url;
  expect(urlOf(site)).toBe(`/api/public/login/${site.id}/start?redirectUrl=%2Fuser%2Finfo%3Fa%3D1`);
  expect(urlOf(directory)).toBe("/login-ad?redirectUrl=%2Fuser%2Finfo%3Fa%3D1");
  expect(methods.some(({ name }) => name === jwt.nameZh)).toBe(true);
  expect(urlOf(jwt)).toBeUndefined();
});

it("are told to who is signed in, in their language", async () => {
  const site = await make(oidc());
  const { token } = await makePerson();
  const told = async (headers: Record<string, string>) =>
    (await answer<{ methods: { name: string }[] }>(methodsRoute, { token, headers })).data?.methods ?? [];
  expect(await told({ "accept-language": "en-US" })).toContainEqual(expect.objectContaining({ name: site.nameEn }));
  expect(await told({ "accept-language": "zh-CN" })).toContainEqual(expect.objectContaining({ name: site.nameZh }));
});

it.each([
  ["channelDenied", "The sign-in was cancelled, or the identity provider refused it"],
  // A fault that is no matter of the channel.
  ["systemBusy", "Sign-in failed. Try again; if the problem persists, ask an administrator"],
  ["<script>", null],
  ["toString", null],
  [["channelDenied"], null],
  [undefined, null],
])("says %j of an address in words of ours or not at all", async (key, text) => {
  expect(await channelFailureText("en_US", key)).toBe(text);
});
