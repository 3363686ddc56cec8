import "server-only";
import { createSecretKey } from "node:crypto";
import { decodeProtectedHeader, importSPKI, type JWTPayload, jwtVerify } from "jose";
import { db } from "@/db/client";
import { findUsableAccount, findUserByAccount, updateUser } from "@/db/queries/identity";
import { findIdentity, insertIdentity, insertUsedTokenId } from "@/db/queries/login";
import { normalizeAccount } from "@/lib/auth/account";
import type { RequestMeta } from "@/lib/auth/actor";
import { openSession } from "@/lib/auth/session";
import { env } from "@/lib/config/env";
import { AppError } from "@/lib/http/errors";
import { log } from "@/lib/log";

/** A login token lives this long at most, whatever it says of itself; seconds. */
const MAX_LIFE = 300;
/** SECURITY PL-04: tolerance for clocks, seconds. */
const LEEWAY = 60;

/**
 * Login by a signed token (spec 4, 7): issuer and audience as configured, short-lived, used once (ARCHITECTURE 4). The
 * person is who issuer and subject are linked to, or the single-sign-on account of that name that is linked to nobody
 * yet; a local account is never taken over by its name. Throws tokenLoginRefused or tokenLoginNotConfigured.
 */
export async function loginWithToken(token: string, request: RequestMeta) {
  const payload = await verified(token);
  const { iss: issuer = "", sub: subject = "", jti = "", exp = 0 } = payload;
  const fresh = await insertUsedTokenId(db(), {
    issuer,
    tokenId: jti,
    expiresAt: new Date((exp + LEEWAY) * 1000),
  });
  if (!fresh) throw new AppError("tokenLoginRefused");
  const userId = (await findIdentity(db(), issuer, subject)) ?? (await firstLink(issuer, subject));
  const account = userId && (await findUsableAccount(db(), userId));
  if (!userId || !account) throw new AppError("tokenLoginRefused");
  const session = await openSession(userId, "jwt", request);
  await updateUser(db(), userId, { lastLoginAt: new Date() });
  return { ...session, userId, account };
}

async function firstLink(issuer: string, subject: string): Promise<string | null> {
  const user = await findUserByAccount(db(), normalizeAccount(subject));
  if (user?.type !== "sso" || user.status !== "enabled") return null;
  await insertIdentity(db(), { issuer, subject, userId: user.id });
  return findIdentity(db(), issuer, subject);
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
