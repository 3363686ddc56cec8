import "server-only";
import { randomBytes } from "node:crypto";
import { SAML, type SamlConfig, ValidateInResponseTo } from "@node-saml/node-saml";
import { db } from "@/db/client";
import { insertUsedTokenId } from "@/db/queries/auth/login";
import { hashToken } from "../tokens";
import { ChannelError } from "./errors";
import { certificateState, readCertificates } from "./keys";
import { serviceEntityId, signingKey } from "./saml-provider";
import { checkResponse, type Expected, readAssertion } from "./saml-response";
import type { OpenChannel, RedirectDriver } from "./types";

/** Longer answers are not read. */
const RESPONSE_MAX = 500_000;

/** SAML 2.0, web browser sign-on: the request in the address, the answer in a form. */
export const saml: RedirectDriver = {
  begin: async (channel, { state, callbackUrl }) => {
    const requestId = `_${randomBytes(20).toString("hex")}`;
    const entryPoint = String(channel.settings.ssoUrl);
    const client = new SAML({ ...basics(channel, callbackUrl), entryPoint, generateUniqueId: () => requestId });
    return { url: await client.getAuthorizeUrlAsync(state, undefined, {}), secrets: { requestId } };
  },

  complete: async (channel, { params, callbackUrl, secrets }) => {
    const { settings } = channel;
    const { requestId } = secrets;
    if (!requestId) throw new ChannelError("state");
    const expected: Expected = {
      issuer: String(settings.idpEntityId),
      audience: serviceEntityId(channel, callbackUrl),
      recipient: callbackUrl,
      requestId,
      skewMs: Number(settings.clockSkewSeconds) * 1000,
    };
    const encoded = params.get("SAMLResponse") ?? "";
    const { isSignedWhole } = checkResponse(decoded(encoded), expected);
    const verified = await verifiedAssertion(
      { ...basics(channel, callbackUrl), ...SIGNATURE_ONLY, isSignedWhole },
      encoded,
    );
    const assertion = readAssertion(verified, expected);
    // Each flow works once already; this holds across flows and channels.
    const isFresh = await insertUsedTokenId(db(), {
      issuer: expected.issuer,
      tokenId: `saml:${hashToken(assertion.id)}`,
      expiresAt: assertion.rememberUntil,
    });
    if (!isFresh) throw new ChannelError("replay");
    return identityOf(channel, assertion);
  },
};

function basics(channel: OpenChannel, callbackUrl: string) {
  return {
    callbackUrl,
    issuer: serviceEntityId(channel, callbackUrl),
    idpCert: trusted(channel),
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: "sha256" as const,
    ...requestKey(channel),
  };
}

/** Certificates that count now. Throws certificateExpired, badConfiguration. */
function trusted({ settings }: OpenChannel): string[] {
  const all = (() => {
    try {
      return readCertificates(String(settings.certificates));
    } catch (cause) {
      throw new ChannelError("badConfiguration", { cause });
    }
  })();
  const skewMs = Number(settings.clockSkewSeconds) * 1000;
  const valid = all.filter((certificate) => certificateState(certificate, Date.now(), skewMs) === "valid");
  if (valid.length === 0) throw new ChannelError("certificateExpired");
  return valid.map((certificate) => certificate.toString());
}

function requestKey(channel: OpenChannel): { privateKey: string } | undefined {
  if (channel.settings.signRequests !== true) return undefined;
  const found = signingKey(channel);
  if (!found) throw new ChannelError("badConfiguration");
  return { privateKey: found.key.export({ type: "pkcs8", format: "pem" }).toString() };
}

function decoded(encoded: string): string {
  if (!encoded) throw new ChannelError("state");
  if (encoded.length > RESPONSE_MAX) throw new ChannelError("tooLarge");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(encoded, "base64"));
  } catch (cause) {
    throw new ChannelError("answer", { cause });
  }
}

/**
 * The library proves the signature and hands back the very text it covers; what that says is checked by `readAssertion`,
 * with a reason for each refusal.
 */
const SIGNATURE_ONLY = {
  audience: false,
  acceptedClockSkewMs: -1,
  validateInResponseTo: ValidateInResponseTo.never,
  // One over the whole answer covers the assertion as well; without either nothing is taken.
  wantAssertionsSigned: false,
} satisfies Partial<SamlConfig>;

async function verifiedAssertion(
  { isSignedWhole, ...config }: SamlConfig & { isSignedWhole: boolean },
  encoded: string,
): Promise<string> {
  // A signature over the whole answer that stands there has to hold, even where the assertion has one of its own.
  const client = new SAML({ ...config, wantAuthnResponseSigned: isSignedWhole });
  const { profile } = await client.validatePostResponseAsync({ SAMLResponse: encoded }).catch((cause: unknown) => {
    // The library reads times after it has proved the signature, and stumbles where they are missing.
    const isTime = cause instanceof Error && cause.message.startsWith("Error parsing");
    throw new ChannelError(isTime ? "claims" : "signature", { cause });
  });
  const xml = profile?.getAssertionXml?.();
  if (!xml) throw new ChannelError("signature");
  return xml;
}

function identityOf({ settings }: OpenChannel, { nameId, isEmail, claims, issuer }: ReturnType<typeof readAssertion>) {
  const first = (name: unknown) => (name ? (claims[String(name)]?.[0] ?? "") : "");
  const account = settings.accountAttribute ? first(settings.accountAttribute) : nameId;
  if (!account) throw new ChannelError("claims");
  const email = first(settings.emailAttribute) || (isEmail ? nameId : "");
  const phone = first(settings.phoneAttribute);
  return {
    issuer,
    subject: nameId,
    account,
    name: first(settings.nameAttribute),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    claims,
  };
}
