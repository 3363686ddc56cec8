import "server-only";
import { setTimeout } from "node:timers/promises";
import { db } from "@/db/client";
import { findRobots, reserveHost, saveRobots } from "@/db/queries/search/hosts";
import { fetchRobots, type Rules, rulesIn } from "@/lib/net/robots";
import { HopRefused, PAGE_READER } from "@/lib/net/web-page";
import { matchesHost } from "./domains";

/** Rules of a site serve so long; those that could not be read are asked for again sooner, milliseconds. */
const RULES_MS = 24 * 3_600_000;
const UNREAD_MS = 10 * 60_000;
/** In this process, before the row is looked at again. */
const KNOWN_MS = 60_000;
const KNOWN_MAX = 500;
/** A site may ask for so much patience between two calls, no more. */
const DELAY_MAX_MS = 60_000;
/** Of a site's rules, what is kept. */
const RULES_MAX = 256 * 1024;

export interface HostRules {
  /** Null: they cannot be read just now, and nothing may be. */
  rules: Rules | null;
  crawlDelayMs: number;
  sitemaps: string[];
}

/** Domains within which calls stay; null: the whole web. */
export type Allowed = readonly string[] | null;

const shared = globalThis as typeof globalThis & { __hostRules?: Map<string, { at: number; value: HostRules }> };
shared.__hostRules ??= new Map();
const known = shared.__hostRules;

export const isAllowed = (url: URL, allowed: Allowed): boolean =>
  allowed === null || matchesHost(url.hostname, allowed);

/** Refuses a hop that leaves the domains (spec C1). */
export function hopWithin(allowed: Allowed): (url: URL) => void {
  return (url) => {
    if (!isAllowed(url, allowed)) throw new HopRefused("outside");
  };
}

/** What a site allows to be read (RFC 9309), asked for once a day for everybody: a site is a scheme, a host and a port. */
export async function hostRules(address: string, allowed: Allowed, signal: AbortSignal): Promise<HostRules> {
  const { host, origin } = new URL(address);
  const kept = known.get(origin);
  if (kept && Date.now() - kept.at < KNOWN_MS) return kept.value;
  const row = await findRobots(db(), origin);
  const age = row ? Date.now() - row.readAt.getTime() : Number.POSITIVE_INFINITY;
  let text = row?.robots ?? null;
  if (age > (text === null ? UNREAD_MS : RULES_MS)) {
    const fetched = await fetchRobots(origin, signal, hopWithin(allowed));
    text = fetched?.slice(0, RULES_MAX).replaceAll("\0", "") ?? null;
    const delay = text === null ? 0 : delayOf(rulesIn(origin, text));
    await saveRobots(db(), { origin, host, robots: text, crawlDelayMs: delay || null });
  }
  const rules = text === null ? null : rulesIn(origin, text);
  const value = { rules, crawlDelayMs: rules ? delayOf(rules) : 0, sitemaps: rules?.getSitemaps() ?? [] };
  known.delete(origin);
  known.set(origin, { at: Date.now(), value });
  if (known.size > KNOWN_MAX) known.delete(known.keys().next().value!);
  return value;
}

/** What was known of sites is looked up again; for tests. */
export function forgetHostRules(): void {
  known.clear();
}

const delayOf = (rules: Rules) => Math.min(DELAY_MAX_MS, Math.round((rules.getCrawlDelay(PAGE_READER) ?? 0) * 1000));

/** Throws HopRefused where its site does not let a page be read, or says nothing of it just now. */
export async function assertMayRead(address: string, allowed: Allowed, signal: AbortSignal): Promise<void> {
  const { rules } = await hostRules(address, allowed, signal);
  if (rules === null) throw new HopRefused("unreachable");
  if (rules.isAllowed(address, PAGE_READER) === false) throw new HopRefused("robots");
}

/** Waits for the next free moment to call a host, but no longer than `mostMs`. */
export async function takeTurn(host: string, pauseMs: number, mostMs: number, signal: AbortSignal): Promise<void> {
  if (pauseMs <= 0) return;
  const wait = Math.min(mostMs, await reserveHost(db(), host, pauseMs));
  if (wait > 0) await setTimeout(wait, undefined, { signal });
}
