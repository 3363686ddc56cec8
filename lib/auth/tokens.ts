import "server-only";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 bits of randomness, base64url. Each kind of credential is drawn on its own (SECURITY rule 7). */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** What is stored of a random token. Fast on purpose: the input has 256 bits, there is nothing to guess. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Compares without telling by time where the texts differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest()];
  return timingSafeEqual(left, right);
}
