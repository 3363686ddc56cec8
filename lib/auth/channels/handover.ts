import "server-only";
import { hkdfSync } from "node:crypto";
import { decodeJwt, jwtVerify, SignJWT } from "jose";
import { v7 } from "uuid";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import { authSecret } from "../cookie";
import { hashToken, sameText } from "../tokens";

/** Issuer and audience of the tokens we hand to our own login page. */
export const OURSELVES = "meridian:handover";
const LIFE_SECONDS = 60;

/**
 * After single sign-on the browser comes back with a `jwt` of our own, which the login page exchanges like any other
 * (spec 4): short, once, and only in the browser that left.
 */
export async function handoverToken(claims: {
  userId: string;
  channelId: string;
  kind: ChannelKind;
  browser: string;
}): Promise<string> {
  return new SignJWT({ channel: claims.channelId, kind: claims.kind, browser: hashToken(claims.browser) })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(OURSELVES)
    .setAudience(OURSELVES)
    .setSubject(claims.userId)
    .setJti(v7())
    .setIssuedAt()
    .setExpirationTime(`${LIFE_SECONDS}s`)
    .sign(key());
}

export function isHandover(token: string): boolean {
  try {
    return decodeJwt(token).iss === OURSELVES;
  } catch {
    return false;
  }
}

/** Throws when it is forged, over, or another browser's. Whoever calls it sees to it that it works once. */
export async function readHandover(token: string, browser: string | null) {
  const { payload } = await jwtVerify(token, key(), {
    algorithms: ["HS256"],
    issuer: OURSELVES,
    audience: OURSELVES,
    requiredClaims: ["exp", "jti", "sub"],
  });
  if (!browser || !sameText(hashToken(browser), String(payload.browser))) throw new Error("another browser");
  return {
    userId: payload.sub!,
    kind: String(payload.kind) as ChannelKind,
    channelId: String(payload.channel),
    tokenId: payload.jti!,
    expiresAt: new Date((payload.exp ?? 0) * 1000),
  };
}

function key(): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", authSecret(), "", OURSELVES, 32));
}
