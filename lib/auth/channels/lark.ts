import "server-only";
import { customFetch } from "next-auth";
import { z } from "zod";
import type { ChannelReason } from "@/lib/config/channel-kinds";
import { addressOf, ask, claimsOf, codeOf, localPart, neededSecret, shaped, typable } from "./chat-api";
import { ChannelError } from "./errors";
import { byNextAuth } from "./next-auth";

// @exempt text: answers of identity services

const text = z.string().max(2000).nullish();
const tokenAnswer = z.object({ access_token: z.string().min(1).max(4000) });
const larkPerson = z.object({
  union_id: z.string().min(1).max(200),
  tenant_key: z.string().min(1).max(200),
  open_id: text,
  user_id: text,
  name: text,
  en_name: text,
  email: text,
  enterprise_email: text,
  mobile: text,
  employee_no: text,
});

/** Workplace chat, the second kind: authorization code with PKCE, spoken in JSON, with numbers for refusals. */
export const lark = byNextAuth({
  async provider(channel) {
    const { settings, app } = channel;
    if (!app.appId) throw new ChannelError("badConfiguration");
    const { accountsBase, apiBase } = settings;
    const userInfo = addressOf(apiBase, "/open-apis/authen/v1/user_info");
    return {
      type: "oauth",
      clientId: app.appId,
      clientSecret: neededSecret(channel, "appSecret"),
      checks: ["pkce", "state"],
      // What may be read is the application's setting there; no scope is asked for.
      authorization: { url: addressOf(accountsBase, "/open-apis/authen/v1/authorize"), params: { scope: "" } },
      token: addressOf(apiBase, "/open-apis/authen/v2/oauth/token"),
      userinfo: {
        url: userInfo,
        async request({ tokens }: { tokens: { access_token?: string } }) {
          const headers = { authorization: `Bearer ${tokens.access_token}` };
          return shaped(z.object({ data: larkPerson }), accepted(await ask(userInfo, { headers }))).data;
        },
      },
      client: { token_endpoint_auth_method: "client_secret_post" },
      // Only the token is fetched by next-auth itself, as a form.
      [customFetch]: async (address, init) => {
        const body = Object.fromEntries(init?.body as URLSearchParams);
        const { access_token } = shaped(tokenAnswer, accepted(await ask(String(address), { body })));
        return Response.json({ access_token, token_type: "Bearer" });
      },
    };
  },
  // Says why there is none in the words of every chat client.
  assertAnswer: async (_channel, query) => void codeOf(query, "code"),
  async identity(channel, { profile }) {
    const person = shaped(larkPerson, profile);
    if (person.tenant_key !== channel.settings.tenantKey) throw new ChannelError("notMember");
    const { union_id, user_id, enterprise_email, employee_no } = person;
    const email = enterprise_email || person.email || undefined;
    return {
      issuer: channel.issuer,
      subject: union_id,
      account: typable(user_id, localPart(enterprise_email), localPart(person.email), employee_no, union_id),
      name: person.name || person.en_name || "",
      email,
      phone: person.mobile || undefined,
      claims: claimsOf({ userid: user_id, employeeNo: employee_no, email, name: person.name, openId: person.open_id }),
    };
  },
});

/** What the other side's codes mean for us; the others are answers nobody expects. */
const REASONS: Record<number, ChannelReason> = {
  20002: "clientRefused",
  20048: "clientRefused",
  20069: "clientRefused",
  20003: "code",
  20004: "code",
  20024: "code",
  20065: "code",
  20049: "pkce",
  20071: "badConfiguration",
  20067: "badConfiguration",
  20068: "badConfiguration",
  20009: "notMember",
  20010: "notMember",
  20008: "notMember",
  20021: "disabled",
  20022: "disabled",
  20023: "disabled",
  20066: "disabled",
  20050: "unreachable",
  20072: "unreachable",
};

function accepted(json: unknown): unknown {
  const { code } = shaped(z.object({ code: z.number().int().default(0) }), json);
  if (code === 0) return json;
  throw new ChannelError(REASONS[code] ?? "answer", { cause: new Error(`code ${code}`) });
}
