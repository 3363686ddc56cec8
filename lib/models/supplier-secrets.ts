import "server-only";
import { decrypt, encrypt } from "@/lib/auth/encryption";
import { assertAllowedUrl } from "@/lib/http/egress";
import { AppError } from "@/lib/http/errors";
import { keyHint, SUPPLIER_KEY_PURPOSE } from "./seed";
import { findTemplate } from "./templates";

/** The address of a supplier to be: what was entered, else the template's. Throws addressRefused or invalidInput. */
export function supplierAddress(template: string, entered: string | undefined): string {
  const address = entered ?? findTemplate(template)?.baseUrl;
  if (!address) throw new AppError("invalidInput", { data: { fields: { baseUrl: "required" } } });
  assertAllowedUrl(address, "supplier");
  return address;
}

/** Whether a supplier moves to another host: then no stored secret may go along (SECURITY SK-02). */
export function isMoved(from: string | null, to: string | undefined): boolean {
  return to !== undefined && originOf(to) !== originOf(from);
}

function originOf(url: string | null): string {
  return url ? new URL(url).origin : "";
}

/** A key as it is stored: encrypted, with the characters that tell it apart. */
export function sealKey(apiKey: string): { cipher: string; hint: string } {
  return { cipher: encrypt(SUPPLIER_KEY_PURPOSE, apiKey), hint: keyHint(apiKey) };
}

export function openKey(cipher: string): string {
  return decrypt(SUPPLIER_KEY_PURPOSE, cipher);
}

export function sealHeaders(headers: Record<string, string> | null | undefined): string | null {
  if (!headers || Object.keys(headers).length === 0) return null;
  return encrypt(SUPPLIER_KEY_PURPOSE, JSON.stringify(headers));
}

export function openHeaders(cipher: string | null): Record<string, string> {
  return cipher ? JSON.parse(decrypt(SUPPLIER_KEY_PURPOSE, cipher)) : {};
}
