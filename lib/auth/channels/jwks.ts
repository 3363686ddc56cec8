import "server-only";
import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { ChannelError } from "./errors";
import { readOutside } from "./outside-text";

// @exempt text: answers of identity services

/** Keys of a token's issuer, as its address tells. */
export interface PublishedKey {
  kid?: string;
  alg?: string;
  key: KeyObject;
}

const FRESH_MS = 5 * 60_000;
/** A key id nobody knows asks again at most this often, or anybody could make us call. */
const AGAIN_MS = 30_000;
const FAILED_MS = 5000;
const SET_MAX = 200_000;
const KEYS_MAX = 100;
const SETS_MAX = 50;

const keySet = z.object({
  keys: z
    .array(
      z.looseObject({
        kty: z.string().max(20),
        kid: z.string().max(300).optional(),
        alg: z.string().max(40).optional(),
        use: z.string().max(20).optional(),
      }),
    )
    .max(KEYS_MAX),
});

interface Entry {
  at: number;
  life: number;
  keys: Promise<PublishedKey[]>;
}
const shared = globalThis as typeof globalThis & { __keySets?: Map<string, Entry> };

/** Keys at an address, cached 5 minutes; read again for an id that is not among them. Throws ChannelError. */
export async function publishedKeys(url: string, kid: string | undefined): Promise<PublishedKey[]> {
  shared.__keySets ??= new Map();
  const sets = shared.__keySets;
  const hit = sets.get(url);
  if (hit && Date.now() - hit.at < hit.life) {
    const keys = await hit.keys;
    const isKnown = kid === undefined || keys.some((key) => key.kid === kid);
    if (isKnown || Date.now() - hit.at < AGAIN_MS) return keys;
    // Somebody else asked again meanwhile.
    const other = sets.get(url);
    if (other && other !== hit) return other.keys;
  }
  return renew(sets, url);
}

function renew(sets: Map<string, Entry>, url: string): Promise<PublishedKey[]> {
  const entry: Entry = { at: Date.now(), life: FRESH_MS, keys: read(url) };
  sets.delete(url);
  sets.set(url, entry);
  if (sets.size > SETS_MAX) sets.delete(sets.keys().next().value ?? "");
  entry.keys.catch(() => {
    entry.life = FAILED_MS;
  });
  return entry.keys;
}

/** For tests: as if a process had just begun. */
export function invalidatePublishedKeys(): void {
  shared.__keySets = undefined;
}

async function read(url: string): Promise<PublishedKey[]> {
  const text = await readOutside(url, { accept: "application/json", maxBytes: SET_MAX, sameOrigin: true });
  const parsed = keySet.safeParse(jsonOf(text));
  if (!parsed.success) throw new ChannelError("answer", { cause: new Error("no key set") });
  return parsed.data.keys.flatMap(({ kid, alg, use, ...jwk }) => {
    if (jwk.kty === "oct" || (use !== undefined && use !== "sig")) return [];
    try {
      return [{ kid, alg, key: createPublicKey({ key: jwk as JsonWebKey, format: "jwk" }) }];
    } catch {
      // Of a kind that is unknown here; others of the set may do.
      return [];
    }
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
