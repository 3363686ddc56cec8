import "server-only";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/config/env";

const derived = new Map<string, Buffer>();

function keyFor(purpose: string): Buffer {
  const master = env().ENCRYPTION_KEY;
  if (!master) throw new Error("ENCRYPTION_KEY is not set");
  let key = derived.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", master, "", purpose, 32));
    derived.set(purpose, key);
  }
  return key;
}

/** AES-256-GCM with a key of its own for each purpose; the answer is `v1.<iv>.<tag>.<text>`, base64url. */
export function encrypt(purpose: string, plain: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), iv);
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return ["v1", iv.toString("base64url"), cipher.getAuthTag().toString("base64url"), text.toString("base64url")].join(
    ".",
  );
}

/** Throws when the text was changed or written with another key. */
export function decrypt(purpose: string, sealed: string): string {
  const [version, iv, tag, text] = sealed.split(".");
  if (version !== "v1" || !iv || !tag || text === undefined) throw new Error("Unknown cipher text");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), Buffer.from(iv, "base64url"));
  decipher.setAuthTag(Buffer.from(tag, "base64url"));
  return Buffer.concat([decipher.update(Buffer.from(text, "base64url")), decipher.final()]).toString("utf8");
}

/** HMAC-SHA256 in hexadecimal, with a key of its own for each purpose: only who has the master key can make one. */
export function authenticate(purpose: string, text: string): string {
  return createHmac("sha256", keyFor(purpose)).update(text).digest("hex");
}
