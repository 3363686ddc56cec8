import "server-only";
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g;
/** Shorter ones are not taken any more. */
const RSA_BITS_MIN = 2048;
/** So many keys or certificates at most in one field. */
const KEYS_MAX = 20;

interface PemBlock {
  label: string;
  pem: string;
}

function blocksOf(text: string): PemBlock[] {
  const blocks = [...text.matchAll(BLOCK)].map((match) => ({ label: match[1]!, pem: match[0] }));
  if (blocks.length > KEYS_MAX) throw new Error("too many keys");
  return blocks;
}

/** One or several certificates: PEM, or the bare base64 of metadata, an empty line between two. Throws. */
export function readCertificates(text: string): X509Certificate[] {
  const blocks = blocksOf(text).filter(({ label }) => label === "CERTIFICATE");
  if (blocks.length > 0) return blocks.map(({ pem }) => new X509Certificate(pem));
  const bare = text
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s+/g, ""))
    .filter(Boolean);
  if (bare.length === 0 || bare.length > KEYS_MAX) throw new Error("no certificate");
  return bare.map((part) => {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(part)) throw new Error("not base64");
    return new X509Certificate(Buffer.from(part, "base64"));
  });
}

/** Whether a certificate counts at a time; leeway in milliseconds. */
export function certificateState(certificate: X509Certificate, now = Date.now(), leeway = 0) {
  if (Date.parse(certificate.validTo) + leeway <= now) return "expired";
  return Date.parse(certificate.validFrom) - leeway > now ? "notYet" : "valid";
}

/** One or several public keys, SPKI or in certificates; never a private one. Throws. */
export function readPublicKeys(text: string): KeyObject[] {
  const blocks = blocksOf(text);
  if (blocks.length === 0) throw new Error("no key");
  return blocks.map(({ label, pem }) => {
    if (label === "CERTIFICATE") return new X509Certificate(pem).publicKey;
    if (label !== "PUBLIC KEY" && label !== "RSA PUBLIC KEY") throw new Error("not a public key");
    return createPublicKey(pem);
  });
}

/** The RSA key we sign with; a certificate of it may stand beside it. Throws. */
export function readSigningKey(text: string): { key: KeyObject; certificate: X509Certificate | null } {
  const blocks = blocksOf(text);
  const pem = blocks.find(({ label }) => label.endsWith("PRIVATE KEY"))?.pem;
  if (!pem) throw new Error("no private key");
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== "rsa" || isWeak(key)) throw new Error("not an RSA key of 2048 bits or more");
  const beside = blocks.find(({ label }) => label === "CERTIFICATE");
  const certificate = beside ? new X509Certificate(beside.pem) : null;
  if (certificate && !certificate.checkPrivateKey(key)) throw new Error("certificate of another key");
  return { key, certificate };
}

export function isWeak(key: KeyObject): boolean {
  const { modulusLength } = key.asymmetricKeyDetails ?? {};
  return modulusLength !== undefined && modulusLength < RSA_BITS_MIN;
}

const CURVES: Record<string, string> = { prime256v1: "ES256", secp384r1: "ES384", secp521r1: "ES512" };

/** Algorithms a public key signs with, by its kind: never what a token says of itself (SECURITY AU-04). */
export function algorithmsOf(key: KeyObject): string[] {
  switch (key.asymmetricKeyType) {
    case "rsa":
      return ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"];
    case "rsa-pss":
      return ["PS256", "PS384", "PS512"];
    case "ec":
      return [CURVES[key.asymmetricKeyDetails?.namedCurve ?? ""] ?? []].flat();
    case "ed25519":
      return ["EdDSA", "Ed25519"];
    default:
      return [];
  }
}
