import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import type { ChannelReason } from "@/lib/config/channel-kinds";
import { randomToken } from "../tokens";
import { addressOf, ask, claimsOf, codeOf, localPart, neededSecret, shaped, typable } from "./chat-api";
import { ChannelError } from "./errors";
import type { BeginInput, CompleteInput, OpenChannel, OutsideIdentity, RedirectDriver } from "./types";

const text = z.string().max(2000).nullish();
const tokenAnswer = z.object({ access_token: z.string().min(1).max(4000) });
const userInfo = z.object({
  data: z.object({
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
  }),
});

/** Workplace chat, the second kind: authorization code with PKCE. */
export const lark: RedirectDriver = {
  async begin({ settings, app }: OpenChannel, { state, callbackUrl }: BeginInput) {
    if (!app.appId) throw new ChannelError("badConfiguration");
    const verifier = randomToken();
    const url = addressOf(settings.accountsBase, "/open-apis/authen/v1/authorize", {
      client_id: app.appId,
      response_type: "code",
      redirect_uri: callbackUrl,
      state,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    return { url, secrets: { verifier } };
  },

  async complete(channel: OpenChannel, input: CompleteInput): Promise<OutsideIdentity> {
    const accessToken = await tokenOf(channel, input);
    const headers = { authorization: `Bearer ${accessToken}` };
    const address = addressOf(channel.settings.apiBase, "/open-apis/authen/v1/user_info");
    const { data: person } = shaped(userInfo, accepted(await ask(address, { headers })));
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
};

async function tokenOf(channel: OpenChannel, { params, callbackUrl, secrets }: CompleteInput): Promise<string> {
  const body = {
    grant_type: "authorization_code",
    client_id: channel.app.appId,
    client_secret: neededSecret(channel, "appSecret"),
    code: codeOf(params, "code"),
    redirect_uri: callbackUrl,
    code_verifier: secrets.verifier,
  };
  const json = await ask(addressOf(channel.settings.apiBase, "/open-apis/authen/v2/oauth/token"), { body });
  return shaped(tokenAnswer, accepted(json)).access_token;
}

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
