import "server-only";
import type { KeyObject, X509Certificate } from "node:crypto";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import { algorithmsOf, certificateState, isWeak, readCertificates, readPublicKeys, readSigningKey } from "./keys";
import type { ChannelSettings } from "./kinds";

/** Field name to the key of its message in `validation`. */
export type SettingErrors = Record<string, string>;

/** A secret by its field's name as it is or will be stored; `true` where it is known to be there and no more. */
export type HasSecret = (name: string) => string | boolean | undefined;

/** Shared secrets of signed tokens, characters. */
export const SHARED_SECRET_MIN = 32;
/** Sign-in pages for anybody's tenant: their tokens name an issuer of their own. */
const ANY_TENANT = ["common", "organizations", "consumers"];

/** What the fields of a kind cannot say of themselves; settings have passed their schema. Reads nothing, calls nobody. */
export function checkSettings(kind: ChannelKind, settings: ChannelSettings, secret: HasSecret): SettingErrors {
  const check = CHECKS[kind];
  return check ? check(settings, secret) : {};
}

const CHECKS: Partial<Record<ChannelKind, (settings: ChannelSettings, secret: HasSecret) => SettingErrors>> = {
  entra: checkEntra,
  oidc: checkOidc,
  saml: checkSaml,
  jwt: checkJwt,
  ldap: checkLdap,
};

function checkEntra({ tenantId }: ChannelSettings): SettingErrors {
  return ANY_TENANT.includes(String(tenantId).toLowerCase()) ? { tenantId: "oneTenant" } : {};
}

function checkOidc({ clientAuthentication }: ChannelSettings, secret: HasSecret): SettingErrors {
  return clientAuthentication !== "none" && !secret("clientSecret") ? { clientSecret: "required" } : {};
}

function checkSaml({ certificates, signRequests }: ChannelSettings, secret: HasSecret): SettingErrors {
  const errors: SettingErrors = {};
  const problem = certificateProblem(String(certificates), true);
  if (problem) errors.certificates = problem;
  const privateKey = secret("privateKey");
  if (signRequests && !privateKey) errors.privateKey = "required";
  if (typeof privateKey === "string" && privateKey && !attempt(() => readSigningKey(privateKey))) {
    errors.privateKey = "privateKey";
  }
  return errors;
}

/** At least one has to count still, or nobody could come in. */
function certificateProblem(text: string, signs: boolean): string | null {
  const found = attempt(() => readCertificates(text));
  if (!found) return "certificate";
  if (signs && found.some(isTooWeak)) return "weakKey";
  return found.every((certificate) => certificateState(certificate) === "expired") ? "certificateExpired" : null;
}

const isTooWeak = (certificate: X509Certificate) => isWeak(certificate.publicKey);

function checkJwt({ keySource, jwksUrl, publicKeys }: ChannelSettings, secret: HasSecret): SettingErrors {
  if (keySource === "jwks") return jwksUrl ? {} : { jwksUrl: "required" };
  if (keySource === "publicKeys") {
    if (!publicKeys) return { publicKeys: "required" };
    const keys = attempt(() => readPublicKeys(String(publicKeys)));
    if (!keys?.every(isKnown)) return { publicKeys: "publicKey" };
    return keys.some(isWeak) ? { publicKeys: "weakKey" } : {};
  }
  const shared = secret("sharedSecret");
  if (!shared) return { sharedSecret: "required" };
  return typeof shared === "string" && shared.length < SHARED_SECRET_MIN ? { sharedSecret: "secretShort" } : {};
}

const isKnown = (key: KeyObject) => algorithmsOf(key).length > 0;

function checkLdap({ url, startTls, userFilter, caCertificate }: ChannelSettings): SettingErrors {
  const errors: SettingErrors = {};
  if (startTls && String(url).toLowerCase().startsWith("ldaps:")) errors.startTls = "startTls";
  if (!String(userFilter).includes("{account}")) errors.userFilter = "accountPlaceholder";
  const problem = caCertificate ? certificateProblem(String(caCertificate), false) : null;
  if (problem) errors.caCertificate = problem;
  return errors;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
