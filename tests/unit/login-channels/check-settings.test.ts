import { generateKeyPairSync } from "node:crypto";
import { checkSettings, type HasSecret } from "@/lib/auth/channels/check-settings";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import { makeCertificate } from "@/tests/factories/certificates";

const day = 86_400_000;
const good = makeCertificate();
const other = makeCertificate();
const old = makeCertificate({ from: new Date(Date.now() - 9 * day), to: new Date(Date.now() - day) });
const weak = makeCertificate({ bits: 1024 });
const bare = (certificate: string) => certificate.replace(/-----.*-----/g, "").trim();
const curve = generateKeyPairSync("ec", { namedCurve: "P-256" });
const curvePem = curve.publicKey.export({ type: "spki", format: "pem" }).toString();

const secrets =
  (stored: Record<string, string | boolean> = {}): HasSecret =>
  (name) =>
    stored[name];

const saml = (more = {}) => ({ certificates: good.certificate, signRequests: false, ...more });
const ldap = (more = {}) => ({
  url: "ldap://host",
  startTls: false,
  userFilter: "(uid={account})",
  caCertificate: "",
  ...more,
});
const key = good.privateKey;

const cases: [string, ChannelKind, Record<string, string | boolean>, Record<string, string | boolean>, object][] = [
  ["SAML: one certificate", "saml", saml(), {}, {}],
  [
    "SAML: bare base64, two of them",
    "saml",
    saml({ certificates: `${bare(good.certificate)}\n\n${bare(other.certificate)}` }),
    {},
    {},
  ],
  [
    "SAML: an expired one beside a good one",
    "saml",
    saml({ certificates: old.certificate + good.certificate }),
    {},
    {},
  ],
  [
    "SAML: expired ones alone",
    "saml",
    saml({ certificates: old.certificate }),
    {},
    { certificates: "certificateExpired" },
  ],
  ["SAML: a weak one", "saml", saml({ certificates: weak.certificate }), {}, { certificates: "weakKey" }],
  ["SAML: no certificate", "saml", saml({ certificates: "hello" }), {}, { certificates: "certificate" }],
  [
    "SAML: a cut one",
    "saml",
    saml({ certificates: bare(good.certificate).slice(0, 200) }),
    {},
    { certificates: "certificate" },
  ],
  [
    "SAML: a private key in the open",
    "saml",
    saml({ certificates: good.certificate + key }),
    {},
    { certificates: "certificate" },
  ],
  ["SAML: signs without a key", "saml", saml({ signRequests: true }), {}, { privateKey: "required" }],
  ["SAML: signs with a key that is stored", "saml", saml({ signRequests: true }), { privateKey: true }, {}],
  ["SAML: a key and its certificate", "saml", saml({ signRequests: true }), { privateKey: key + good.certificate }, {}],
  [
    "SAML: a key and another's certificate",
    "saml",
    saml(),
    { privateKey: key + other.certificate },
    { privateKey: "privateKey" },
  ],
  [
    "SAML: a public key",
    "saml",
    saml({ signRequests: true }),
    { privateKey: good.publicKey },
    { privateKey: "privateKey" },
  ],
  ["SAML: a weak key", "saml", saml(), { privateKey: weak.privateKey }, { privateKey: "privateKey" }],
  ["JWT: no address of keys", "jwt", { keySource: "jwks", jwksUrl: "" }, {}, { jwksUrl: "required" }],
  ["JWT: an address of keys", "jwt", { keySource: "jwks", jwksUrl: "https://a.test/k" }, {}, {}],
  ["JWT: no public key", "jwt", { keySource: "publicKeys", publicKeys: "" }, {}, { publicKeys: "required" }],
  [
    "JWT: keys of two kinds and a certificate",
    "jwt",
    { keySource: "publicKeys", publicKeys: curvePem + good.publicKey + other.certificate },
    {},
    {},
  ],
  ["JWT: a private key", "jwt", { keySource: "publicKeys", publicKeys: key }, {}, { publicKeys: "publicKey" }],
  ["JWT: a weak key", "jwt", { keySource: "publicKeys", publicKeys: weak.publicKey }, {}, { publicKeys: "weakKey" }],
  ["JWT: no secret", "jwt", { keySource: "secret" }, {}, { sharedSecret: "required" }],
  [
    "JWT: a secret of 31",
    "jwt",
    { keySource: "secret" },
    { sharedSecret: "x".repeat(31) },
    { sharedSecret: "secretShort" },
  ],
  ["JWT: a secret of 32", "jwt", { keySource: "secret" }, { sharedSecret: "x".repeat(32) }, {}],
  ["LDAP: as it begins", "ldap", ldap(), {}, {}],
  ["LDAP: StartTLS", "ldap", ldap({ startTls: true }), {}, {}],
  ["LDAP: StartTLS over LDAPS", "ldap", ldap({ url: "ldaps://host", startTls: true }), {}, { startTls: "startTls" }],
  ["LDAP: a filter for nobody", "ldap", ldap({ userFilter: "(uid=*)" }), {}, { userFilter: "accountPlaceholder" }],
  ["LDAP: no certificate", "ldap", ldap({ caCertificate: "x" }), {}, { caCertificate: "certificate" }],
  ["LDAP: a certificate", "ldap", ldap({ caCertificate: good.certificate }), {}, {}],
  ["OIDC: no secret", "oidc", { clientAuthentication: "client_secret_basic" }, {}, { clientSecret: "required" }],
  ["OIDC: a stored secret", "oidc", { clientAuthentication: "client_secret_post" }, { clientSecret: true }, {}],
  ["OIDC: a public client", "oidc", { clientAuthentication: "none" }, {}, {}],
  ["Entra: one tenant", "entra", { tenantId: "contoso.example" }, {}, {}],
  ["Entra: anybody's tenant", "entra", { tenantId: "Common" }, {}, { tenantId: "oneTenant" }],
  ["chat clients have nothing to check", "wecom", {}, {}, {}],
];

it.each(cases)("%s", (_name, kind, settings, stored, errors) => {
  expect(checkSettings(kind, settings, secrets(stored))).toEqual(errors);
});
