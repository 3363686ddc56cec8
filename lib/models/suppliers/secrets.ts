import "server-only";
import { decrypt, encrypt } from "@/lib/encryption";
import { findTemplate } from "../templates";

export const SUPPLIER_KEY_PURPOSE = "supplier-key";

/** The last four characters, to tell keys apart; short keys show nothing. */
export function keyHint(apiKey: string): string {
  return apiKey.length >= 12 ? apiKey.slice(-4) : "";
}

/**
 * A key as it is stored: encrypted, with the characters that tell it apart. Where it is a name and a password that people
 * chose, its last characters would be those of the password: nothing of it is shown.
 */
export function sealKey(apiKey: string, templateKey: string): { cipher: string; hint: string } {
  const isPassword = findTemplate(templateKey)?.auth === "basic";
  return { cipher: encrypt(SUPPLIER_KEY_PURPOSE, apiKey), hint: isPassword ? "" : keyHint(apiKey) };
}

export function openKey(cipher: string): string {
  return decrypt(SUPPLIER_KEY_PURPOSE, cipher);
}

/** Extra headers as they are stored; null for none. */
export function sealHeaders(headers: Record<string, string> | null | undefined): string | null {
  if (!headers || Object.keys(headers).length === 0) return null;
  return encrypt(SUPPLIER_KEY_PURPOSE, JSON.stringify(headers));
}

export function openHeaders(cipher: string | null): Record<string, string> {
  return cipher ? JSON.parse(decrypt(SUPPLIER_KEY_PURPOSE, cipher)) : {};
}

/**
 * The keys that may be used with a supplier as it was read. Supplier and keys are two reads: of one that moved between
 * them, the keys belong to another address and stay here (SECURITY SK-02).
 */
export function keysFor<K extends { baseUrl: string | null }>(
  supplier: { baseUrl: string | null },
  keys: readonly K[],
): K[] {
  return keys.filter(({ baseUrl }) => baseUrl === supplier.baseUrl);
}
