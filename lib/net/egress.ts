import "server-only";
import { lookup } from "node:dns";
import { lookup as resolve } from "node:dns/promises";
import { connect, type LookupFunction, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import { Agent, type Dispatcher } from "undici";
import { env } from "@/lib/config/env";
import { AppError } from "@/lib/errors/errors";

// @exempt requests: the check itself

/**
 * The way out (SECURITY rule 11). `supplier`: an administrator entered the host; private and loopback are fine (Ollama,
 * vLLM), link-local and metadata never, and PRIVATE_SUPPLIERS=listed narrows to ALLOW_PRIVATE_NETWORK. `user`: public
 * addresses, and what ALLOW_PRIVATE_NETWORK lists.
 */
export type EgressPolicy = "supplier" | "user";

/** Metadata services that do not stand in a link-local range. */
const METADATA = new Set(["100.100.100.200", "fd00:ec2::254"]);
const PRIVATE_RANGES = new Set(["private", "loopback", "uniqueLocal", "carrierGradeNat"]);

/** Whether an address may be called; `port` matters for entries of ALLOW_PRIVATE_NETWORK. Malformed ones may not. */
export function mayReach(address: string, port: number, policy: EgressPolicy, hostname = address): boolean {
  let parsed: ipaddr.IPv4 | ipaddr.IPv6;
  try {
    parsed = ipaddr.process(address);
  } catch {
    return false;
  }
  const range = parsed.range();
  if (range === "unicast" && !METADATA.has(parsed.toString())) return true;
  if (!PRIVATE_RANGES.has(range) || METADATA.has(parsed.toString())) return false;
  if (policy === "supplier" && env().PRIVATE_SUPPLIERS === "any") return true;
  return isListed(parsed, hostname, port);
}

function isListed(address: ipaddr.IPv4 | ipaddr.IPv6, hostname: string, port: number): boolean {
  return env().ALLOW_PRIVATE_NETWORK.some((entry) => {
    if (entry.includes("/")) {
      try {
        const [network, bits] = ipaddr.parseCIDR(entry);
        return network.kind() === address.kind() && address.match(network, bits);
      } catch {
        return false;
      }
    }
    return entry === `${hostname}:${port}` || entry === `${address.toString()}:${port}`;
  });
}

/** Checks what a caller may enter at all: http(s), no user info, a literal address within the policy. */
export function assertAllowedUrl(url: string, policy: EgressPolicy): URL {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new AppError("addressRefused");
  }
  const plain = parsed.protocol === "http:" || parsed.protocol === "https:";
  if (!plain || parsed.username || parsed.password) throw new AppError("addressRefused");
  const literal = literalAddress(parsed.hostname);
  if (literal && !mayReach(literal, portOf(parsed), policy)) throw new AppError("addressRefused");
  return parsed;
}

/** A name that takes longer to resolve tells nothing, milliseconds. */
const RESOLVE_MS = 2000;

/**
 * Whether an address might be called as its name resolves at this moment: for what was read of it before. A name that cannot be
 * resolved now says nothing against it.
 */
export async function mayReachNow(url: string, policy: EgressPolicy): Promise<boolean> {
  let parsed: URL;
  try {
    parsed = assertAllowedUrl(url, policy);
  } catch {
    return false;
  }
  const { hostname } = parsed;
  if (literalAddress(hostname)) return true;
  const over = new AbortController();
  const found = await Promise.race([
    resolve(hostname, { all: true }).catch(() => null),
    pause(RESOLVE_MS, null, { signal: over.signal }).catch(() => null),
  ]);
  over.abort();
  return found === null || found.some(({ address }) => mayReach(address, portOf(parsed), policy, hostname));
}

/** Whether a key may be told to an address: over https, or to a host ALLOW_PRIVATE_NETWORK lists. */
export function mayTellKeys(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  if (parsed.protocol === "https:") return true;
  const literal = literalAddress(parsed.hostname);
  if (literal) return isListed(ipaddr.process(literal), parsed.hostname, portOf(parsed));
  return env().ALLOW_PRIVATE_NETWORK.includes(`${parsed.hostname}:${portOf(parsed)}`);
}

/** The address a URL names literally; the URL parser has already undone decimal, octal and hexadecimal forms. */
function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : undefined;
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === "https:" ? 443 : 80);
}

/** Resolves, checks and pins in one step: the socket connects to the very address that was checked. */
function guardedLookup(policy: EgressPolicy, portFor: (hostname: string) => number): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const allowed = addresses.filter(({ address }) => mayReach(address, portFor(hostname), policy, hostname));
      const [first] = allowed;
      if (!first) return callback(Object.assign(new Error("Address refused"), { code: "EADDRREFUSED" }), "", 0);
      if (options.all) return (callback as (e: null, all: typeof allowed) => void)(null, allowed);
      callback(null, first.address, first.family);
    });
  };
}

const shared = globalThis as typeof globalThis & { __agents?: Map<string, Agent> };
shared.__agents ??= new Map();
const agents = shared.__agents;
/** People name origins without end (pages that tools read), so old pools make room; requests under way finish. */
const AGENTS_MAX = 200;
const RETIRE_MS = 60_000;

/** An open connection to a host under a policy, for what is not HTTP. Throws addressRefused; fails after `timeoutMs`. */
export function egressSocket(host: string, port: number, policy: EgressPolicy, timeoutMs = 10_000): Promise<Socket> {
  const literal = literalAddress(host);
  if (literal && !mayReach(literal, port, policy)) throw new AppError("addressRefused");
  return new Promise((resolve, reject) => {
    const socket = connect({ host: literal ?? host, port, lookup: guardedLookup(policy, () => port) });
    socket.setTimeout(timeoutMs, () =>
      socket.destroy(Object.assign(new Error("connect timeout"), { code: "ETIMEDOUT" })),
    );
    socket.once("error", (error: Error & { code?: string }) =>
      reject(error.code === "EADDRREFUSED" ? new AppError("addressRefused", { cause: error }) : error),
    );
    socket.once("connect", () => {
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}

/** A connection pool for one origin under a policy. Redirects are not followed by it. */
export function egressAgent(url: URL, policy: EgressPolicy): Dispatcher {
  const key = `${policy} ${url.origin}`;
  let agent = agents.get(key);
  if (!agent) {
    const [oldest] = agents.keys();
    if (oldest !== undefined && agents.size >= AGENTS_MAX) {
      const retired = agents.get(oldest);
      agents.delete(oldest);
      // Somebody may have been handed it just now.
      setTimeout(() => void retired?.close(), RETIRE_MS).unref();
    }
    const port = portOf(url);
    agent = new Agent({
      connect: { lookup: guardedLookup(policy, () => port), timeout: 10_000 },
      keepAliveTimeout: 30_000,
      connections: 512,
      pipelining: 1,
    });
    agents.set(key, agent);
  }
  return agent;
}
