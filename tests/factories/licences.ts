import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { licences } from "@/db/schema/licence";
import { resetEnv } from "@/lib/config/env";
import { LICENCE_PREFIX, type LicenceClaims } from "@/lib/licence/format";
import { invalidateLicence } from "@/lib/licence/load";

const DAY = 86_400_000;

export interface Issuer {
  publicKey: string;
  issue(claims?: Partial<LicenceClaims>): string;
  /** Signs any payload, well-formed or not. */
  seal(payload: string): string;
}

/** Somebody with a pair of keys of their own. */
export function makeIssuer(): Issuer {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64url"),
    issue: (claims) => seal(privateKey, JSON.stringify(claimsOf(claims))),
    seal: (payload) => seal(privateKey, payload),
  };
}

function seal(privateKey: KeyObject, payload: string): string {
  const signed = `${LICENCE_PREFIX}.${Buffer.from(payload).toString("base64url")}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`;
}

/** A licence of a year for 100 people, unless told otherwise. */
export function claimsOf(claims: Partial<LicenceClaims> = {}, now = Date.now()): LicenceClaims {
  return {
    serial: v7(),
    customer: "华信集团",
    startTime: new Date(now - DAY).toISOString(),
    endTime: new Date(now + 365 * DAY).toISOString(),
    seats: 100,
    version: "*",
    issuedAt: new Date(now - DAY).toISOString(),
    ...claims,
  };
}

/** This process believes the issuer, until the test file ends. */
export function trust({ publicKey }: Pick<Issuer, "publicKey">): void {
  process.env.LICENCE_PUBLIC_KEY = publicKey;
  resetEnv();
  invalidateLicence();
}

/** Puts a licence in place as if it had been installed, also one nobody could install any more. */
export async function putLicence(text: string, serial = v7()): Promise<string> {
  const id = v7();
  await db().insert(licences).values({ id, text, serial });
  invalidateLicence();
  return id;
}

/** Back to the community edition: other files of the run expect it. */
export async function dropLicences(): Promise<void> {
  await db().delete(licences);
  delete process.env.LICENCE_PUBLIC_KEY;
  resetEnv();
  invalidateLicence();
}
