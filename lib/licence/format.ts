import "server-only";
import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";

// @exempt text: what a licence's signature vouches for

/*
 * A licence is one line of text: `meridian-licence-1.<claims>.<signature>`, both base64url; the signature (Ed25519) is
 * over everything before its dot. scripts/licence.mjs writes it.
 */
export const LICENCE_PREFIX = "meridian-licence-1";
/** Far above what claims of the longest allowed names need. */
export const LICENCE_TEXT_MAX = 4096;

const claimsSchema = z.object({
  serial: z.string().min(1).max(64),
  customer: z.string().min(1).max(120),
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
  /** Enabled people; null is unlimited. */
  seats: z.number().int().min(1).max(10_000_000).nullable(),
  /** Major versions of the product it is for: `*`, `1` or `0-2`. */
  version: z.string().regex(/^(\*|\d{1,4}(-\d{1,4})?)$/),
  issuedAt: z.iso.datetime(),
});

export type LicenceClaims = z.infer<typeof claimsSchema>;
export type LicenceFlaw = "malformed" | "signature";
export type ReadLicence = { claims: LicenceClaims } | { flaw: LicenceFlaw };

/** What a licence says, if the holder of the private key says so. `publicKey` is DER in base64url. */
export function readLicence(text: string, publicKey: string): ReadLicence {
  const trimmed = text.trim();
  const [prefix, payload, signature, ...rest] = trimmed.split(".");
  const wellFormed = trimmed.length <= LICENCE_TEXT_MAX && prefix === LICENCE_PREFIX && rest.length === 0;
  if (!wellFormed || !isCanonical(payload) || !isCanonical(signature)) return { flaw: "malformed" };
  const key = createPublicKey({ key: Buffer.from(publicKey, "base64url"), format: "der", type: "spki" });
  const signed = Buffer.from(`${prefix}.${payload}`);
  if (!verify(null, signed, key, Buffer.from(signature, "base64url"))) return { flaw: "signature" };
  const claims = claimsSchema.safeParse(parseJson(Buffer.from(payload, "base64url").toString("utf8")));
  if (!claims.success || claims.data.endTime <= claims.data.startTime) return { flaw: "malformed" };
  return { claims: claims.data };
}

/** One spelling a text: decoders of base64url pass over foreign characters and spare bits. */
function isCanonical(part: string | undefined): part is string {
  return !!part && Buffer.from(part, "base64url").toString("base64url") === part;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether a licence for `range` covers the product's version. */
export function coversVersion(range: string, productVersion: string): boolean {
  if (range === "*") return true;
  const major = Number.parseInt(productVersion, 10);
  const [from, to = from] = range.split("-").map(Number);
  return from !== undefined && to !== undefined && major >= from && major <= to;
}
