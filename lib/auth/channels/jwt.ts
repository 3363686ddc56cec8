import "server-only";
import { createSecretKey, type KeyObject } from "node:crypto";
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from "jose";
import { SHARED_SECRET_MIN } from "./check-settings";
import { ChannelError } from "./errors";
import { publishedKeys } from "./jwks";
import { algorithmsOf, isWeak, readPublicKeys } from "./keys";
import type { OpenChannel, OutsideIdentity, TokenDriver } from "./types";
import { saidOf, withoutEmail } from "./vouched-email";

const ID_MAX = 200;
const VALUES_MAX = 2000;
/** The clocks of our processes and of the database. */
const FORGET_AFTER_MS = 60_000;

/** Tokens that somebody else signed for us, each good for one login. */
export const jwt: TokenDriver = {
  verify: async (channel, token) => {
    const { settings } = channel;
    const leeway = Number(settings.leewaySeconds);
    const maxAge = Number(settings.maxAgeSeconds);
    const payload = await verified(channel, token, {
      issuer: channel.issuer,
      audience: String(settings.audience),
      clockTolerance: leeway,
      maxTokenAge: maxAge,
      requiredClaims: ["iss", "aud", "exp", "iat", "sub", "jti"],
    });
    const { jti, sub, exp = 0, iat = 0 } = payload;
    if (typeof jti !== "string" || !jti || jti.length > ID_MAX || typeof sub !== "string") {
      throw new ChannelError("claims");
    }
    const end = (Math.min(exp, iat + maxAge) + leeway) * 1000 + FORGET_AFTER_MS;
    return { identity: identityOf(channel, payload, sub), once: { id: jti, expiresAt: new Date(end) } };
  },
};

async function verified(channel: OpenChannel, token: string, options: JWTVerifyOptions): Promise<JWTPayload> {
  const { alg, kid, crit } = headerOf(token);
  // What it calls critical we do not know; where it says its keys are (jku, x5u, jwk) is never looked at.
  if (crit !== undefined) throw new ChannelError("claims", { cause: new Error("critical header") });
  const candidates = await keysFor(channel, String(alg), kid);
  let failure: unknown = new ChannelError("signature", { cause: new Error("no key for it") });
  for (const key of candidates) {
    try {
      return (await jwtVerify(token, key, { ...options, algorithms: [String(alg)] })).payload;
    } catch (error) {
      failure = error;
      // Another key may be the right one; any other refusal is about what a right key signed.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  throw refusal(failure);
}

function headerOf(token: string): { alg?: string; kid?: string; crit?: unknown } {
  try {
    const { alg, kid, crit } = decodeProtectedHeader(token);
    return { alg, kid: typeof kid === "string" ? kid : undefined, crit };
  } catch {
    throw new ChannelError("claims", { cause: new Error("no token") });
  }
}

/** Our keys that can have signed by this algorithm: which are possible follows from the key's kind alone. */
async function keysFor({ settings, secret }: OpenChannel, alg: string, kid: string | undefined): Promise<KeyObject[]> {
  if (settings.keySource === "secret") {
    const shared = secret("sharedSecret") ?? "";
    if (shared.length < SHARED_SECRET_MIN) throw new ChannelError("badConfiguration");
    return alg === "HS256" ? [createSecretKey(Buffer.from(shared))] : [];
  }
  const fits = (key: KeyObject) => !isWeak(key) && algorithmsOf(key).includes(alg);
  if (settings.keySource === "publicKeys") return configured(String(settings.publicKeys)).filter(fits);
  if (!settings.jwksUrl) throw new ChannelError("badConfiguration");
  const keys = await publishedKeys(String(settings.jwksUrl), kid);
  return keys
    .filter((one) => (kid === undefined || one.kid === kid) && (one.alg === undefined || one.alg === alg))
    .map(({ key }) => key)
    .filter(fits);
}

function configured(text: string): KeyObject[] {
  try {
    return readPublicKeys(text);
  } catch (cause) {
    throw new ChannelError("badConfiguration", { cause });
  }
}

/** The library's errors carry the claims, which are not for the log: only what it found wrong goes on. */
function refusal(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  if (!(error instanceof errors.JOSEError)) return new ChannelError("signature");
  const isClaim = error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired;
  const cause = new Error([error.code, ...(isClaim ? [error.claim, error.reason] : [])].join(" "));
  if (error instanceof errors.JWTExpired) return new ChannelError("expired", { cause });
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.reason === "missing" || error.reason === "invalid") return new ChannelError("claims", { cause });
    const reasons = { iss: "issuer", aud: "audience", nbf: "notYet", iat: "notYet" } as const;
    return new ChannelError(reasons[error.claim as keyof typeof reasons] ?? "claims", { cause });
  }
  const isSignature =
    error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed;
  return new ChannelError(isSignature ? "signature" : "claims", { cause });
}

function identityOf({ settings, issuer }: OpenChannel, payload: JWTPayload, subject: string): OutsideIdentity {
  const claims = claimsOf(payload);
  const first = (name: unknown) => (name ? (claims[String(name)]?.[0] ?? "") : "");
  const account = settings.accountClaim ? first(settings.accountClaim) : subject;
  if (!account) throw new ChannelError("claims");
  const email = first(settings.emailClaim);
  const identity = { issuer, subject, account, name: first(settings.nameClaim), ...(email ? { email } : {}), claims };
  // Whoever signs tokens for us vouches for what stands in them, unless they say otherwise.
  return saidOf(payload.email_verified) === false ? withoutEmail(identity, settings.emailClaim) : identity;
}

/** Texts, numbers and switches, alone or in lists; what is nested is not for rules. */
function claimsOf(payload: JWTPayload): Record<string, string[]> {
  const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
  return Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]) => {
      const values = [value].flat().filter(isPlain).slice(0, VALUES_MAX).map(String);
      return values.length > 0 ? [[name, values]] : [];
    }),
  );
}
