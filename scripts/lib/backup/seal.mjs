import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import { promisify } from "node:util";
import { applySettings } from "../product-modules.mjs";
import { StartError } from "../report.mjs";

const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
export const PASSPHRASE_MIN = 12;

const keyOf = (passphrase, salt) => promisify(scrypt)(passphrase.normalize("NFKC"), salt, 32, COST);

/** The installation's two secrets, to be opened with the passphrase only. */
export async function sealSecrets(secrets, passphrase) {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", await keyOf(passphrase, salt), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), "utf8"), cipher.final()]);
  return [salt, iv, cipher.getAuthTag(), text].map((part) => part.toString("base64url")).join(".");
}

/** Throws a StartError when the passphrase is wrong or the text was changed. */
export async function openSecrets(sealed, passphrase) {
  const [salt, iv, tag, text] = sealed.split(".").map((part) => Buffer.from(part, "base64url"));
  try {
    const decipher = createDecipheriv("aes-256-gcm", await keyOf(passphrase, salt), iv, { authTagLength: 16 });
    decipher.setAuthTag(tag);
    return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8"));
  } catch {
    throw new StartError("The passphrase does not open this archive's keys.");
  }
}

/** A passphrase as it was given, or undefined. Throws a StartError when it is too short to be one. */
export function checkPassphrase(given) {
  if (!given) return undefined;
  if ([...given].length >= PASSPHRASE_MIN) return given;
  throw new StartError(`The passphrase must have at least ${PASSPHRASE_MIN} characters.`);
}

/** Throws a StartError unless the key is the one the installation's secrets were encrypted with. */
export async function checkKey(encryptionKey, keyCheck) {
  await applySettings({ ENCRYPTION_KEY: encryptionKey });
  const { decrypt } = await import("../../../lib/encryption.ts");
  try {
    decrypt("keyCheck", keyCheck);
  } catch {
    throw new StartError("ENCRYPTION_KEY is not the one this data was encrypted with.");
  }
}

/** Proves that a manifest was written by somebody who holds the installation's key, and not changed since. */
export function signManifest(text, encryptionKey) {
  const key = Buffer.from(hkdfSync("sha256", encryptionKey, "", "backup.manifest", 32));
  return createHmac("sha256", key).update(text).digest("hex");
}

export function isSignedBy(text, signature, encryptionKey) {
  const wanted = Buffer.from(signManifest(text, encryptionKey));
  const given = Buffer.from(signature);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
