import "server-only";
import { createSecretKey } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, importSPKI, type JWTPayload, jwtVerify } from "jose";
import { db } from "@/db/client";
import { findUsableAccount, updateUser } from "@/db/queries/auth/identity";
import { findIdentity, insertUsedTokenId } from "@/db/queries/auth/login";
import type { RequestMeta } from "@/lib/auth/actor";
import { jwtDriver } from "@/lib/auth/channels/drivers";
import { ChannelError } from "@/lib/auth/channels/errors";
import { whole } from "@/lib/auth/channels/flow";
import { isHandover, OURSELVES, readHandover } from "@/lib/auth/channels/handover";
import { asChannelError, recordChannelLogin, signIn } from "@/lib/auth/channels/sign-in";
import { enabledChannels, loadChannels, opened } from "@/lib/auth/channels/store";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { openSession } from "@/lib/auth/session";
import { env } from "@/lib/config/env";
import { AppError } from "@/lib/errors/errors";
import { log } from "@/lib/log";
import { linkByName } from "./link-by-name";

/** A login token lives this long at most, whatever it says of itself; seconds. */
const MAX_LIFE = 300;
/** SECURITY PL-04: tolerance for clocks, seconds. */
const LEEWAY = 60;

/**
 * Login by a signed token (spec 4, 7), each used once: one of our own after single sign-on, in the browser that left
 * for it; one of a JWT channel; or one of the issuer the environment names. Throws tokenLoginRefused or
 * tokenLoginNotConfigured.
 */
export async function loginWithToken(token: string, request: RequestMeta, browser: string | null = null) {
  if (isHandover(token)) return afterSignOn(token, browser, request);
  const channel = await channelOf(token);
  return channel ? withChannel(channel, token, request) : withEnvironment(token, request);
}

/** The last step of single sign-on: the person was found and logged at the way back. */
async function afterSignOn(token: string, browser: string | null, request: RequestMeta) {
  const claims = await readHandover(token, browser).catch((err: unknown) => {
    log().info({ err, requestId: request.requestId }, "handover refused");
    throw new AppError("tokenLoginRefused");
  });
  const { userId, kind, tokenId, expiresAt } = claims;
  const isFresh = await insertUsedTokenId(db(), { issuer: OURSELVES, tokenId, expiresAt });
  const account = isFresh ? await findUsableAccount(db(), userId) : null;
  if (!account) throw new AppError("tokenLoginRefused");
  const session = await openSession(userId, kind, request);
  const channel = (await loadChannels()).find(({ id }) => id === claims.channelId);
  if (channel) await recordChannelLogin(channel, request, { ok: true, userId, account });
  return { ...session, userId, account };
}

/** The JWT channel that is on for the token's issuer. What it claims of itself only chooses; the driver verifies. */
async function channelOf(token: string): Promise<OpenChannel | null> {
  const channels = await enabledChannels("jwt");
  if (channels.length === 0) return null;
  let issuer: string | undefined;
  try {
    issuer = decodeJwt(token).iss;
  } catch {
    return null;
  }
  const row = channels.find((channel) => channel.issuer === issuer);
  return row ? opened(row) : null;
}

async function withChannel(channel: OpenChannel, token: string, request: RequestMeta) {
  try {
    const { identity, once } = await (await jwtDriver()).verify(channel, token);
    if (!once) throw new ChannelError("claims");
    const isFresh = await insertUsedTokenId(db(), {
      issuer: identity.issuer,
      tokenId: once.id,
      expiresAt: once.expiresAt,
    });
    if (!isFresh) throw new ChannelError("replay");
    return await signIn(channel, whole(identity), request);
  } catch (error) {
    const known = asChannelError(error, request.requestId);
    if (!(known instanceof ChannelError)) throw known;
    await recordChannelLogin(channel, request, { ok: false, reason: known.reason, byToken: true });
    throw new AppError("tokenLoginRefused", { cause: error });
  }
}

/** The issuer of the environment: the person is who issuer and subject are linked to, or who `linkByName` finds. */
async function withEnvironment(token: string, request: RequestMeta) {
  const payload = await verified(token);
  const { iss: issuer = "", sub: subject = "", jti = "", exp = 0 } = payload;
  const fresh = await insertUsedTokenId(db(), {
    issuer,
    tokenId: jti,
    expiresAt: new Date((exp + LEEWAY) * 1000),
  });
  if (!fresh) throw new AppError("tokenLoginRefused");
  const userId = (await findIdentity(db(), issuer, subject)) ?? (await linkByName({ issuer, subject }, request));
  const account = userId && (await findUsableAccount(db(), userId));
  if (!userId || !account) throw new AppError("tokenLoginRefused");
  const session = await openSession(userId, "jwt", request);
  await updateUser(db(), userId, { lastLoginAt: new Date() });
  return { ...session, userId, account };
}

async function verified(token: string): Promise<JWTPayload> {
  const { JWT_LOGIN_KEY, JWT_LOGIN_ISSUER, JWT_LOGIN_AUDIENCE } = env();
  if (!JWT_LOGIN_KEY || !JWT_LOGIN_ISSUER || !JWT_LOGIN_AUDIENCE) throw new AppError("tokenLoginNotConfigured");
  try {
    const { key, algorithms } = await loginKey(JWT_LOGIN_KEY, token);
    const { payload } = await jwtVerify(token, key, {
      algorithms,
      issuer: JWT_LOGIN_ISSUER,
      audience: JWT_LOGIN_AUDIENCE,
      clockTolerance: LEEWAY,
      maxTokenAge: MAX_LIFE,
      requiredClaims: ["exp", "iat", "jti", "sub"],
    });
    if (typeof payload.jti !== "string" || payload.jti.length > 200 || (payload.sub?.length ?? 0) > 200) {
      throw new Error("claims out of range");
    }
    return payload;
  } catch (err) {
    log().info({ err, requestId: "" }, "login token refused");
    throw new AppError("tokenLoginRefused", { cause: err });
  }
}

/** The algorithm follows from the kind of our key, never from the token alone: no HS256 keyed by a public key. */
async function loginKey(configured: string, token: string) {
  if (!configured.includes("-----BEGIN")) {
    if (configured.length < 32) throw new Error("JWT_LOGIN_KEY is too short");
    return { key: createSecretKey(Buffer.from(configured)), algorithms: ["HS256"] };
  }
  const algorithm = decodeProtectedHeader(token).alg ?? "";
  if (!["RS256", "ES256", "EdDSA"].includes(algorithm)) throw new Error("algorithm not allowed");
  return { key: await importSPKI(configured.replaceAll("\\n", "\n"), algorithm), algorithms: [algorithm] };
}
