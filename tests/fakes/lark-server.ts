import { createHash } from "node:crypto";
import { random, startChatClient, tokenStore, wrong } from "./chat-client";

export interface LarkPerson {
  union_id: string;
  name: string;
  tenant_key?: string;
  open_id?: string;
  user_id?: string;
  en_name?: string;
  email?: string;
  enterprise_email?: string;
  mobile?: string;
  employee_no?: string;
}

/** The second workplace chat: OAuth with PKCE. `redirectBase`: what the way back begins with. */
export async function startLarkServer({ redirectBase }: { redirectBase: string }) {
  const settings = { tenantKey: `t${random()}`, appId: `cli_${random()}`, appSecret: random() };
  const people = new Map<string, LarkPerson>();
  const tokens = tokenStore<string>();
  const back = { granted: (code: string) => ({ code }), cancelled: { error: "access_denied" } };
  const server = await startChatClient(back, ({ ask, redeem }) => {
    const refused = (code: number, error = "invalid_grant") => ({
      status: 400,
      json: { code, error, error_description: "no" },
    });
    return {
      "/open-apis/authen/v1/authorize": ({ query }) => {
        const wanted = { response_type: "code", client_id: settings.appId, code_challenge_method: "S256" };
        for (const [name, value] of Object.entries(wanted)) if (query.get(name) !== value) return wrong(name);
        const redirectUri = query.get("redirect_uri") ?? "";
        if (!redirectUri.startsWith(redirectBase)) return wrong("redirect_uri");
        return ask({
          redirectUri,
          state: query.get("state") ?? "",
          challenge: query.get("code_challenge") ?? undefined,
        });
      },
      "/open-apis/authen/v2/oauth/token": ({ body }) => {
        if (body.client_id !== settings.appId) return refused(20048, "invalid_client");
        if (body.client_secret !== settings.appSecret) return refused(20002, "invalid_client");
        const grant = body.grant_type === "authorization_code" ? redeem(body.code) : undefined;
        if (!grant) return refused(20003);
        if (grant.redirectUri !== body.redirect_uri) return refused(20071);
        const challenge = createHash("sha256").update(String(body.code_verifier)).digest("base64url");
        if (grant.challenge !== challenge) return refused(20049);
        const access_token = tokens.issue(grant.person);
        return { json: { code: 0, access_token, expires_in: 7200, token_type: "Bearer", scope: "" } };
      },
      "/open-apis/authen/v1/user_info": ({ headers }) => {
        const token = tokens.find(headers.authorization?.replace("Bearer ", ""));
        const person = token && people.get(token.value);
        if (!person) return refused(20005, "invalid_token");
        return {
          json: {
            code: 0,
            msg: "success",
            data: { tenant_key: settings.tenantKey, open_id: `ou_${random()}`, ...person },
          },
        };
      },
    };
  });
  const add = (person: Partial<LarkPerson> & { union_id: string }) =>
    void people.set(person.union_id, { name: person.union_id, ...person });
  return { ...server, settings, people, add };
}
