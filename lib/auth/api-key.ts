import "server-only";
import ipaddr from "ipaddr.js";
import { db } from "@/db/client";
import { findLiveApiKey, touchApiKey } from "@/db/queries/open-api/keys";
import { inBackground } from "@/lib/background";
import { type ApiScope, MODEL_SCOPES } from "@/lib/config/api-scopes";
import { AppError } from "@/lib/errors/errors";
import { keptFacts } from "@/lib/kept";
import { P } from "@/lib/permissions/codes";
import { type Actor, hasPermission, type RequestMeta } from "./actor";
import { ownerMay } from "./delegated";
import { ADMINISTRATOR, authorizationToken } from "./session";
import { hashToken, randomToken } from "./tokens";

/** A key of the Open API that came in, and the person it belongs to. It opens no other door: no permissions. */
export interface KeyHolder {
  actor: Actor;
  key: {
    id: string;
    scopes: readonly string[] | null;
    modelIds: readonly string[] | null;
    baseIds: readonly string[] | null;
    requestsPerMinute: number | null;
    tokensPerMinute: number | null;
    dailyTokenLimit: number | null;
  };
}

type Loaded = Omit<KeyHolder, "actor"> & {
  actor: Omit<Actor, "request">;
  addresses: readonly string[] | null;
  touchedAt: number;
};

const TOUCH_MS = 60_000;
const PREFIX = "sk-";

/** A disabled key or person is out within two seconds in every process. */
const holders = keptFacts<Loaded | null>("api-keys");

/** A new secret, shown once; only its hash and its ends are stored. */
export function newApiSecret(): { secret: string; secretHash: string; hint: string } {
  const secret = PREFIX + randomToken();
  return { secret, secretHash: hashToken(secret), hint: `${secret.slice(0, 7)}…${secret.slice(-4)}` };
}

type Row = NonNullable<Awaited<ReturnType<typeof findLiveApiKey>>>;

function toKey(row: Row): KeyHolder["key"] {
  return {
    id: row.id,
    scopes: row.scopes,
    modelIds: row.modelIds,
    baseIds: row.baseIds,
    requestsPerMinute: row.requestsPerMinute,
    tokensPerMinute: row.tokensPerMinute,
    dailyTokenLimit: row.dailyTokenLimit,
  };
}

/** A person who goes on with what one of their keys began; no administrator, as at the key's doors. Throws noPermission. */
export async function actingByKey(owner: Actor, keyId: string): Promise<Actor> {
  const row = await findLiveApiKey(db(), { id: keyId });
  if (row?.userId !== owner.id || !hasPermission(owner, P.OPEN_API)) throw new AppError("noPermission");
  return { ...owner, linkCodes: [], isAdministrator: false, apiKey: toKey(row) };
}

async function load(secretHash: string): Promise<Loaded | null> {
  const row = await findLiveApiKey(db(), { secretHash });
  if (!row) return null;
  return {
    actor: {
      id: row.userId,
      account: row.account,
      name: row.userName,
      sessionId: "",
      departmentId: row.departmentId,
      departmentPath: row.departmentPath ?? "",
      roleIds: row.roles.map((role) => role.id),
      isAdministrator: row.roles.some((role) => role.key === ADMINISTRATOR),
      permissions: [],
      linkCodes: [],
      dailyTokenLimit: null,
      dailyImageLimit: null,
      language: row.language,
      pending: [],
    },
    key: toKey(row),
    addresses: row.addresses,
    touchedAt: row.lastUsedAt?.getTime() ?? 0,
  };
}

/** Changed keys act at once in this process; other processes follow within the cache's 2 s. */
export function invalidateApiKeys(): void {
  holders.invalidate();
}

/** The key of a request: `Authorization: Bearer`, or `x-api-key` as Anthropic's clients send it. */
function secretOf(headers: Headers): string | null {
  return authorizationToken(headers) ?? (headers.get("x-api-key")?.trim() || null);
}

/**
 * Who calls with a key; null when it is unknown, off, expired, of somebody who may not come in or no longer use the Open
 * API, or from an address it is not for.
 */
export async function resolveApiKey(headers: Headers, request: RequestMeta): Promise<KeyHolder | null> {
  const secret = secretOf(headers);
  if (!secret?.startsWith(PREFIX)) return null;
  const secretHash = hashToken(secret);
  const now = Date.now();
  const loaded = await holders.read(secretHash, () => load(secretHash));
  if (!loaded || !isAllowedAddress(request.address, loaded.addresses)) return null;
  if (!(await ownerMay(loaded.actor.id, P.OPEN_API))) return null;
  if (now - loaded.touchedAt > TOUCH_MS) {
    loaded.touchedAt = now;
    inBackground(touchApiKey(db(), loaded.key.id, request.address), "key touch failed");
  }
  return { actor: { ...loaded.actor, apiKey: loaded.key, request }, key: loaded.key };
}

/** Whether an address is one of the listed addresses and ranges; an empty list allows every address. */
export function isAllowedAddress(address: string, allowed: readonly string[] | null): boolean {
  if (!allowed || allowed.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return allowed.some((entry) => {
    try {
      const [network, bits] = entry.includes("/")
        ? ipaddr.parseCIDR(entry)
        : [ipaddr.process(entry), ipaddr.process(entry).kind() === "ipv4" ? 32 : 128];
      return network.kind() === parsed.kind() && parsed.match(network, bits as number);
    } catch {
      return false;
    }
  });
}

export function mayUseScope({ scopes }: KeyHolder["key"], scope: ApiScope): boolean {
  return (scopes ?? MODEL_SCOPES).some((one) => one === scope);
}
