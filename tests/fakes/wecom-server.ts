import { random, startChatClient, tokenStore, wrong } from "./chat-client";

export interface WecomMember {
  userid: string;
  name: string;
  department: number[];
  main_department?: number;
  position?: string;
  mobile?: string;
  email?: string;
  biz_mail?: string;
  status?: number;
}
export interface WecomDepartment {
  id: number;
  parentid: number;
  name: string;
  order: number;
}

/** Somebody who is in no company's contacts. */
export const OUTSIDER = "outsider";

/** The enterprise chat: log-in pages, the calls behind them, and the contacts. `redirectBase`: what the way back begins with. */
export async function startWecomServer({ redirectBase }: { redirectBase: string }) {
  const settings = { corpId: `ww${random()}`, agentId: "1000002", appSecret: random(), contactsSecret: random() };
  const members = new Map<string, WecomMember>();
  const departments: WecomDepartment[] = [{ id: 1, parentid: 0, name: "Company", order: 0 }];
  const tokens = tokenStore<"app" | "contacts">();
  const server = await startChatClient({ granted: (code) => ({ code }), cancelled: {} }, ({ ask, redeem }) => {
    const authorize = (query: URLSearchParams, fixed: Record<string, string>) => {
      const wanted = { ...fixed, appid: settings.corpId, agentid: settings.agentId };
      for (const [name, value] of Object.entries(wanted)) if (query.get(name) !== value) return wrong(name);
      const [redirectUri, state] = [query.get("redirect_uri") ?? "", query.get("state") ?? ""];
      if (!redirectUri.startsWith(redirectBase)) return wrong("redirect_uri");
      return /^[A-Za-z0-9]{1,128}$/.test(state) ? ask({ redirectUri, state }) : wrong("state");
    };
    const said = (errcode: number, more: object = {}) => ({
      json: { errcode, errmsg: errcode ? "no" : "ok", ...more },
    });
    /** Answers for the holder of a token of our own, or the code of what is wrong with it. */
    const held = (query: URLSearchParams, answer: (kind: "app" | "contacts") => ReturnType<typeof said>) => {
      const token = tokens.find(query.get("access_token"));
      if (!token) return said(40014);
      return token.isOver ? said(42001) : answer(token.value);
    };
    return {
      "/wwlogin/sso/login": ({ query }) => authorize(query, { login_type: "CorpApp" }),
      "/connect/oauth2/authorize": ({ query }) => authorize(query, { response_type: "code", scope: "snsapi_base" }),
      "/cgi-bin/gettoken": ({ query }) => {
        if (query.get("corpid") !== settings.corpId) return said(40013);
        const secret = query.get("corpsecret");
        if (secret !== settings.appSecret && secret !== settings.contactsSecret) return said(40001);
        const access_token = tokens.issue(secret === settings.appSecret ? "app" : "contacts");
        return said(0, { access_token, expires_in: 7200 });
      },
      "/cgi-bin/auth/getuserinfo": ({ query }) =>
        held(query, (kind) => {
          if (kind !== "app") return said(48002);
          const grant = redeem(query.get("code"));
          if (!grant) return said(40029);
          return said(
            0,
            grant.person === OUTSIDER ? { openid: "o-1" } : { userid: grant.person, user_ticket: random() },
          );
        }),
      "/cgi-bin/user/get": ({ query }) =>
        held(query, () => {
          const member = members.get(query.get("userid") ?? "");
          return member ? said(0, member) : said(60111);
        }),
      "/cgi-bin/department/list": ({ query }) =>
        held(query, () => said(0, { department: below(departments, Number(query.get("id"))) })),
      "/cgi-bin/user/list": ({ query }) =>
        held(query, () => {
          const id = Number(query.get("department_id"));
          return said(0, { userlist: [...members.values()].filter(({ department }) => department.includes(id)) });
        }),
    };
  });
  const add = (member: Partial<WecomMember> & { userid: string }) =>
    void members.set(member.userid, { name: member.userid, department: [1], status: 1, ...member });
  return { ...server, settings, members, departments, tokens, add };
}

/** A department and all below it. */
function below(all: readonly WecomDepartment[], id: number): WecomDepartment[] {
  const own = all.filter((one) => one.id === id);
  return [...own, ...all.filter((one) => one.parentid === id).flatMap((one) => below(all, one.id))];
}
