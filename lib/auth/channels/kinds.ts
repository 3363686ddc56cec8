import type { z } from "zod";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import { type ChannelField, secretsSchema, settingsSchema } from "./fields";

const connection = "connection" as const;
const people = "people" as const;
const directory = "directory" as const;
/** A tenant or corporation named by its id. */
const ID = /^[A-Za-z0-9._-]+$/;
const LDAP_ADDRESS = /^ldaps?:\/\/(\[[0-9a-fA-F:]+\]|[^\s/@:?#[\]]+)(:\d{1,5})?\/?$/;
const FILTER = /^\(.*\)$/s;
const ATTRIBUTE = /^[A-Za-z][A-Za-z0-9;._:/-]*$/;

const claim = (name: string, initial: string): ChannelField => ({
  name,
  type: "text",
  initial,
  max: 200,
  section: people,
  advanced: true,
});
const attribute = (name: string, initial: string): ChannelField => ({ ...claim(name, initial), pattern: ATTRIBUTE });
/** Where calls to the other side go. */
const host = (name: string, initial: string): ChannelField => ({
  name,
  type: "url",
  required: true,
  initial,
  destination: true,
  section: connection,
});
/** One that is hardly ever another. */
const usualHost = (name: string, initial: string): ChannelField => ({ ...host(name, initial), advanced: true });

/** What each kind asks for (spec 2, 3). Names of the other side's documents. */
export const CHANNEL_FIELDS = {
  entra: [
    { name: "tenantId", type: "text", required: true, max: 100, pattern: ID, destination: true, section: connection },
    { name: "clientSecret", type: "secret", required: true, section: connection },
    { name: "teams", type: "switch", initial: true, section: connection },
    usualHost("authority", "https://login.microsoftonline.com"),
    { name: "scopes", type: "text", initial: "openid profile email", advanced: true, section: connection },
    claim("accountClaim", "preferred_username"),
    claim("nameClaim", "name"),
    claim("emailClaim", "email"),
  ],
  oidc: [
    { name: "issuer", type: "url", required: true, destination: true, section: connection },
    {
      name: "clientAuthentication",
      type: "select",
      options: ["client_secret_basic", "client_secret_post", "none"],
      section: connection,
    },
    { name: "clientSecret", type: "secret", section: connection },
    { name: "scopes", type: "text", initial: "openid profile email", section: connection },
    { name: "userInfo", type: "switch", initial: true, advanced: true, section: connection },
    claim("accountClaim", "preferred_username"),
    claim("nameClaim", "name"),
    claim("emailClaim", "email"),
    { name: "emailTrusted", type: "switch", initial: false, advanced: true, section: people },
    claim("phoneClaim", "phone_number"),
  ],
  saml: [
    { name: "idpEntityId", type: "text", required: true, section: connection },
    { name: "ssoUrl", type: "url", required: true, destination: true, section: connection },
    { name: "certificates", type: "longText", required: true, section: connection },
    { name: "signRequests", type: "switch", initial: false, section: connection, advanced: true },
    { name: "privateKey", type: "secretText", section: connection, advanced: true },
    { name: "clockSkewSeconds", type: "number", initial: 60, min: 0, max: 60, section: connection, advanced: true },
    claim("accountAttribute", ""),
    claim("nameAttribute", "displayName"),
    claim("emailAttribute", "mail"),
    claim("phoneAttribute", ""),
  ],
  ldap: [
    { name: "url", type: "text", required: true, pattern: LDAP_ADDRESS, destination: true, section: connection },
    { name: "startTls", type: "switch", initial: false, destination: true, section: connection },
    { name: "caCertificate", type: "longText", section: connection },
    { name: "bindDn", type: "text", section: connection },
    { name: "bindPassword", type: "secret", section: connection },
    { name: "baseDn", type: "text", required: true, section: connection },
    {
      name: "userFilter",
      type: "text",
      required: true,
      pattern: FILTER,
      initial: "(&(objectClass=person)(uid={account}))",
      section: people,
    },
    attribute("subjectAttribute", "entryUUID"),
    attribute("accountAttribute", "uid"),
    attribute("nameAttribute", "cn"),
    attribute("emailAttribute", "mail"),
    attribute("phoneAttribute", "mobile"),
    attribute("groupAttribute", "memberOf"),
    { name: "groupBaseDn", type: "text", section: people, advanced: true },
    {
      name: "groupFilter",
      type: "text",
      pattern: FILTER,
      initial: "(|(member={dn})(uniqueMember={dn}))",
      section: people,
      advanced: true,
    },
    {
      name: "syncFilter",
      type: "text",
      required: true,
      pattern: FILTER,
      initial: "(objectClass=person)",
      section: directory,
    },
    {
      name: "departmentFilter",
      type: "text",
      pattern: FILTER,
      initial: "(objectClass=organizationalUnit)",
      section: directory,
    },
    attribute("departmentNameAttribute", "ou"),
    { name: "disabledFilter", type: "text", pattern: FILTER, section: directory, advanced: true },
  ],
  wecom: [
    { name: "corpId", type: "text", required: true, max: 100, pattern: ID, destination: true, section: connection },
    { name: "appSecret", type: "secret", required: true, section: connection },
    { name: "contactsSecret", type: "secret", section: directory },
    {
      name: "rootDepartmentId",
      type: "number",
      initial: 1,
      min: 1,
      max: 4_294_967_295,
      section: directory,
      advanced: true,
    },
    usualHost("apiBase", "https://qyapi.weixin.qq.com"),
    usualHost("webBase", "https://login.work.weixin.qq.com"),
    usualHost("clientBase", "https://open.weixin.qq.com"),
  ],
  dingtalk: [
    { name: "corpId", type: "text", required: true, max: 100, pattern: ID, section: connection },
    { name: "appSecret", type: "secret", required: true, section: connection },
    usualHost("apiBase", "https://api.dingtalk.com"),
    usualHost("oapiBase", "https://oapi.dingtalk.com"),
    usualHost("loginBase", "https://login.dingtalk.com"),
  ],
  lark: [
    { name: "tenantKey", type: "text", required: true, max: 100, pattern: ID, section: connection },
    { name: "appSecret", type: "secret", required: true, section: connection },
    host("apiBase", "https://open.feishu.cn"),
    host("accountsBase", "https://accounts.feishu.cn"),
  ],
  jwt: [
    { name: "issuer", type: "text", required: true, section: connection },
    { name: "audience", type: "text", required: true, section: connection },
    { name: "keySource", type: "select", options: ["jwks", "publicKeys", "secret"], section: connection },
    { name: "jwksUrl", type: "url", destination: true, section: connection },
    { name: "publicKeys", type: "longText", section: connection },
    { name: "sharedSecret", type: "secret", section: connection },
    { name: "leewaySeconds", type: "number", initial: 60, min: 0, max: 60, advanced: true, section: connection },
    { name: "maxAgeSeconds", type: "number", initial: 300, min: 30, max: 600, advanced: true, section: connection },
    claim("accountClaim", "sub"),
    claim("nameClaim", "name"),
    claim("emailClaim", "email"),
  ],
} as const satisfies Record<ChannelKind, readonly ChannelField[]>;

/** Which fields of the channel's app a kind cannot do without (spec 3): there the other side's id of it stands. */
export const APP_REQUIRED: Record<ChannelKind, readonly ("appId" | "appIdUri")[]> = {
  entra: ["appId"],
  wecom: ["appId"],
  dingtalk: ["appId"],
  lark: ["appId"],
  oidc: ["appId"],
  saml: [],
  ldap: [],
  jwt: [],
};

const SCHEMAS = Object.fromEntries(
  Object.entries(CHANNEL_FIELDS).map(([kind, fields]) => [
    kind,
    { settings: settingsSchema(fields), secrets: secretsSchema(fields) },
  ]),
) as unknown as Record<ChannelKind, KindSchemas>;

interface KindSchemas {
  settings: z.ZodType<ChannelSettings>;
  secrets: z.ZodType<Record<string, string | null | undefined>>;
}

/** Settings by name; which names there are is told by the kind's fields. */
export type ChannelSettings = Record<string, string | number | boolean>;

export function fieldsOf(kind: ChannelKind): readonly ChannelField[] {
  return CHANNEL_FIELDS[kind];
}

export function channelSchemas(kind: ChannelKind) {
  return SCHEMAS[kind];
}
