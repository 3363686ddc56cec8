import { randomBytes } from "node:crypto";
import { chmod, open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { StartError } from "./report.mjs";

/**
 * The two secrets of an installation. With the embedded database unset ones are made once and kept in the data folder;
 * with DATABASE_URL other processes must share them, so both have to be given (ARCHITECTURE 9).
 */
export async function ensureSecrets({ dataDir, databaseUrl, authSecret, encryptionKey }) {
  if (authSecret && encryptionKey) return { authSecret, encryptionKey };
  if (databaseUrl) {
    const missing = [!authSecret && "AUTH_SECRET", !encryptionKey && "ENCRYPTION_KEY"].filter(Boolean).join(" and ");
    throw new StartError(`With DATABASE_URL you must also set ${missing} (at least 32 random characters each).`);
  }
  const file = path.join(dataDir, "secrets.json");
  const kept = (await readSecrets(file)) ?? (await makeSecrets(file));
  return { authSecret: authSecret ?? kept.authSecret, encryptionKey: encryptionKey ?? kept.encryptionKey };
}

/** The secrets an installation works with, without making any; null where they are neither set nor kept. */
export async function knownSecrets({ dataDir, authSecret, encryptionKey }) {
  if (authSecret && encryptionKey) return { authSecret, encryptionKey };
  const kept = await readSecrets(path.join(dataDir, "secrets.json"));
  const known = { authSecret: authSecret ?? kept?.authSecret, encryptionKey: encryptionKey ?? kept?.encryptionKey };
  return known.encryptionKey ? known : null;
}

async function readSecrets(file) {
  let text;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw new StartError(`The secrets in ${file} cannot be read (${error.code}).`);
  }
  try {
    const { authSecret, encryptionKey } = JSON.parse(text);
    if (authSecret?.length >= 32 && encryptionKey?.length >= 32) {
      await chmod(file, 0o600);
      return { authSecret, encryptionKey };
    }
  } catch {
    // Told below: new secrets would make everything that was encrypted with the old ones unreadable.
  }
  throw new StartError(`${file} is damaged. Put a backup back, or set AUTH_SECRET and ENCRYPTION_KEY.`);
}

const newSecret = () => randomBytes(48).toString("base64url");

const makeSecrets = (file) => keepSecrets(file, { authSecret: newSecret(), encryptionKey: newSecret() });

/** Keeps the secrets of an installation that was restored; a missing AUTH_SECRET is made anew. */
export async function keepSecrets(file, { authSecret = newSecret(), encryptionKey }) {
  const secrets = { authSecret, encryptionKey };
  // Renamed into place when complete: a half-written file would lock the owner out of their own data.
  const handle = await open(`${file}.new`, "w", 0o600);
  await handle.writeFile(`${JSON.stringify(secrets)}\n`);
  await handle.sync();
  await handle.close();
  await rename(`${file}.new`, file);
  return secrets;
}
