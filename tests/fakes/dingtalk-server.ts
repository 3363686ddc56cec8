import { type FakeCall, random, startChatClient, tokenStore, wrong } from "./chat-client";

export interface DingtalkPerson {
  unionid: string;
  userid: string;
  name: string;
  email?: string;
  mobile?: string;
  title?: string;
  dept_id_list?: number[];
  active?: boolean;
  /** Of another company: the person chose it on the log-in page. */
  corpId?: string;
  /** 1: an outside contact of the company. */
  contact_type?: number;
}

/** The workplace chat, new interface and old one. `redirectBase`: what the way back begins with. */
export async function startDingtalkServer({ redirectBase }: { redirectBase: string }) {
  const settings = { corpId: `ding${random()}`, appKey: `ding${random().slice(0, 12)}`, appSecret: random() };
  const people = new Map<string, DingtalkPerson>();
  const userTokens = tokenStore<string>();
  const appTokens = tokenStore<null>();
  const back = { granted: (code: string) => ({ authCode: code, code }), cancelled: { error: "access_denied" } };
  const server = await startChatClient(back, ({ ask, redeem }) => {
    const refused = (code: string, status = 400) => ({ status, json: { code, message: "no", requestid: random() } });
    const said = (errcode: number, result?: object) => ({
      json: { errcode, errmsg: errcode ? "no" : "ok", request_id: random(), ...(result ? { result } : {}) },
    });
    const held = ({ query }: FakeCall, answer: () => ReturnType<typeof said>) => {
      const token = appTokens.find(query.get("access_token"));
      if (!token) return said(40014);
      return token.isOver ? said(42001) : answer();
    };
    return {
      "/oauth2/auth": ({ query }) => {
        const wanted = { response_type: "code", client_id: settings.appKey, scope: "openid corpid", prompt: "consent" };
        for (const [name, value] of Object.entries(wanted)) if (query.get(name) !== value) return wrong(name);
        const redirectUri = query.get("redirect_uri") ?? "";
        if (!redirectUri.startsWith(redirectBase)) return wrong("redirect_uri");
        return ask({ redirectUri, state: query.get("state") ?? "" });
      },
      "/v1.0/oauth2/userAccessToken": ({ body }) => {
        if (body.clientId !== settings.appKey || body.clientSecret !== settings.appSecret) {
          return refused("invalidClientIdOrSecret");
        }
        const grant = body.grantType === "authorization_code" ? redeem(body.code) : undefined;
        if (!grant) return refused("invalidParameter.authCode.notFound");
        const corpId = people.get(grant.person)?.corpId ?? settings.corpId;
        const accessToken = userTokens.issue(grant.person);
        return { json: { accessToken, refreshToken: random(), expireIn: 7200, corpId } };
      },
      "/v1.0/contact/users/me": ({ headers }) => {
        const token = userTokens.find(headers["x-acs-dingtalk-access-token"]);
        const person = token && people.get(token.value);
        if (!person) return refused("InvalidAuthentication", 401);
        const { unionid, name, email, mobile } = person;
        return { json: { unionId: unionid, openId: `open-${unionid}`, nick: name, email, mobile, stateCode: "86" } };
      },
      "/v1.0/oauth2/accessToken": ({ body }) => {
        if (body.appKey !== settings.appKey || body.appSecret !== settings.appSecret) {
          return refused("invalidClientIdOrSecret");
        }
        return { json: { accessToken: appTokens.issue(null), expireIn: 7200 } };
      },
      "/topapi/user/getbyunionid": (call) =>
        held(call, () => {
          const person = [...people.values()].find(({ unionid }) => unionid === call.body.unionid);
          return person ? said(0, { userid: person.userid, contact_type: person.contact_type ?? 0 }) : said(60121);
        }),
      "/topapi/v2/user/get": (call) =>
        held(call, () => {
          const person = people.get(String(call.body.userid));
          if (!person) return said(60121);
          const { contact_type: _type, corpId: _corp, ...known } = person;
          return said(0, { active: true, dept_id_list: [1], admin: false, ...known });
        }),
    };
  });
  const add = (person: Partial<DingtalkPerson> & { userid: string }) =>
    void people.set(person.userid, { unionid: `union-${person.userid}`, name: person.userid, ...person });
  return { ...server, settings, people, appTokens, add };
}
