import "server-only";
import { hash, verify } from "@node-rs/argon2";

// Hash of a random text: unknown accounts cost the same time as known ones (spec A5).
let dummy: Promise<string> | undefined;

/** argon2id with the library's defaults (19 MiB, 2 passes). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Whether the password fits. Without a stored hash it does the same work and answers false. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hash(crypto.randomUUID());
  const fits = await verify(stored ?? (await dummy), password).catch(() => false);
  return stored !== null && fits;
}
