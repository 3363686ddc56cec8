import "server-only";
import { z } from "zod";
import type { ChannelReason } from "@/lib/config/channel-kinds";
import {
  addressOf,
  ask,
  claimsOf,
  codeOf,
  localPart,
  neededSecret,
  StaleToken,
  shaped,
  typable,
  withAppToken,
} from "./chat-api";
import { ChannelError } from "./errors";
import type { BeginInput, CompleteInput, OpenChannel, OutsideIdentity, RedirectDriver } from "./types";

// @exempt text: answers of identity services

const APP_SECRET = "appSecret";
const text = z.string().max(2000).nullish();
const token = z.string().min(1).max(4000);

const userToken = z.object({ accessToken: token, corpId: z.string().max(200).nullish() });
const appToken = z.object({ accessToken: token, expireIn: z.number().int().positive() });
const me = z.object({ unionId: z.string().min(1).max(200), nick: text, mobile: text });
/** 0: one of the company's own people, 1: an outside contact. */
const byUnion = z.object({ userid: z.string().min(1).max(200), contact_type: z.number().int().default(0) });
const member = z.object({
  userid: z.string().min(1).max(200),
  unionid: z.string().max(200),
  name: text,
  mobile: text,
  email: text,
  org_email: text,
  title: text,
  job_number: text,
  active: z.boolean().default(true),
  dept_id_list: z.array(z.number().int()).default([]),
  role_list: z.array(z.object({ name: z.string().max(200) })).default([]),
});

/** Workplace chat: a person's own token says who it is, our application's which of the company's people that is. */
export const dingtalk: RedirectDriver = {
  async begin({ settings, app }: OpenChannel, { state, callbackUrl }: BeginInput) {
    if (!app.appId) throw new ChannelError("badConfiguration");
    const url = addressOf(settings.loginBase, "/oauth2/auth", {
      redirect_uri: callbackUrl,
      response_type: "code",
      client_id: app.appId,
      scope: "openid corpid",
      state,
      prompt: "consent",
      corpId: String(settings.corpId),
    });
    return { url, secrets: {} };
  },

  async complete(channel: OpenChannel, { params }: CompleteInput): Promise<OutsideIdentity> {
    const { unionId, nick, mobile } = await visitorOf(channel, codeOf(params, "authCode", "code"));
    const found = await callOld(channel, "/topapi/user/getbyunionid", { unionid: unionId }, byUnion);
    if (found.contact_type !== 0) throw new ChannelError("notMember");
    const person = await callOld(channel, "/topapi/v2/user/get", { userid: found.userid }, member);
    if (person.userid !== found.userid || person.unionid !== unionId) throw new ChannelError("answer");
    if (!person.active) throw new ChannelError("notMember");
    // What stands in the person's own profile is theirs to write; the directory's word is the organisation's.
    const address = person.org_email || person.email || undefined;
    const departmentIds = person.dept_id_list.map(String);
    return {
      issuer: channel.issuer,
      subject: person.userid,
      account: typable(person.userid, localPart(address), person.job_number),
      name: person.name || nick || "",
      email: address,
      phone: person.mobile || mobile || undefined,
      departmentIds,
      claims: claimsOf({
        userid: person.userid,
        department: departmentIds,
        position: person.title,
        role: person.role_list.map(({ name }) => name),
        email: address,
        jobNumber: person.job_number,
      }),
    };
  },
};

/** Who came back with a code, and that it was for our company. */
async function visitorOf(channel: OpenChannel, code: string) {
  const { apiBase, corpId } = channel.settings;
  const body = {
    clientId: channel.app.appId,
    clientSecret: neededSecret(channel, APP_SECRET),
    code,
    grantType: "authorization_code",
  };
  const exchanged = await ask(addressOf(apiBase, "/v1.0/oauth2/userAccessToken"), { body });
  const { accessToken, corpId: chosen } = shaped(userToken, accepted(exchanged));
  if (chosen !== corpId) throw new ChannelError("notMember");
  const headers = { "x-acs-dingtalk-access-token": accessToken };
  return shaped(me, accepted(await ask(addressOf(apiBase, "/v1.0/contact/users/me"), { headers })));
}

/** The first words of error codes of the newer interface. */
const REASONS: readonly (readonly [RegExp, ChannelReason])[] = [
  [/client|appkey|appsecret/i, "clientRefused"],
  [/authcode|code/i, "code"],
  [/forbidden|permission|whitelist/i, "badConfiguration"],
  [/throttling|unavailable|timeout|system/i, "unreachable"],
];

/** The newer interface answers a refusal with a code in words. */
function accepted(json: unknown): unknown {
  const { code } = shaped(z.object({ code: z.string().max(200).optional() }), json);
  if (code === undefined) return json;
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? "answer";
  throw new ChannelError(reason, { cause: new Error(`code ${code.replace(/[^\w.-]/g, "")}`) });
}

/** Codes of the older interface; 88 is a missing right, told apart by its sub-code, which changes nothing here. */
const OLD_REASONS: Record<number, ChannelReason> = {
  [-1]: "unreachable",
  88: "badConfiguration",
  90002: "unreachable",
  90018: "unreachable",
  60011: "badConfiguration",
  60020: "badConfiguration",
  60121: "notMember",
};
const STALE = [40001, 40014, 42001];

/** The older interface: everything by POST, a number for each refusal. */
function callOld<T>(channel: OpenChannel, path: string, body: unknown, schema: z.ZodType<T>): Promise<T> {
  const { apiBase, oapiBase } = channel.settings;
  const fetchToken = async () => {
    const body = { appKey: channel.app.appId, appSecret: neededSecret(channel, APP_SECRET) };
    const json = accepted(await ask(addressOf(apiBase, "/v1.0/oauth2/accessToken"), { body }));
    const { accessToken, expireIn } = shaped(appToken, json);
    return { token: accessToken, seconds: expireIn };
  };
  const answered = z.object({ errcode: z.number().int(), result: z.unknown().optional() });
  return withAppToken(channel, APP_SECRET, fetchToken, async (access_token) => {
    const json = await ask(addressOf(oapiBase, path, { access_token }), { body });
    const { errcode, result } = shaped(answered, json);
    if (STALE.includes(errcode)) throw new StaleToken();
    if (errcode !== 0) {
      throw new ChannelError(OLD_REASONS[errcode] ?? "answer", { cause: new Error(`errcode ${errcode}`) });
    }
    return shaped(schema, result);
  });
}
