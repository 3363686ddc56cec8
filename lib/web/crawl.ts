import "server-only";
import { setTimeout } from "node:timers/promises";
import { v7 } from "uuid";
import { db } from "@/db/client";
import {
  claimPages,
  insertFrontier,
  insertWebHosts,
  leastHoursOf,
  listHostsIn,
  listPatterns,
  nextTurn,
  putOffHost,
  scheduleWebPages,
} from "@/db/queries/search/frontier";
import { findWebHost, saveWebHost } from "@/db/queries/search/hosts";
import type { WebPageRow } from "@/db/queries/search/pages";
import { Batcher } from "@/lib/batch";
import type { WebPageOrigin } from "@/lib/config/web-kinds";
import { log } from "@/lib/log";
import { canonicalAddress, isWorthReading, patternOf } from "./addresses";
import { matchesHost } from "./domains";
import { hostRules } from "./hosts";
import type { Keeping } from "./keep";
import { readList } from "./sitemaps";
import { type Visit, visitPage } from "./visit";

/** Pages under way at the same time; as many as half of them are asked for in one go. */
const AT_ONCE = 16;
/** Addresses a crawl remembers having written: the menu of a site stands on all of its pages. */
const WRITTEN_MAX = 20_000;
/** Links from where reading began. */
const DEPTH_MAX = 12;
/** Pages of one make that links lead to: a calendar has no end. */
const PATTERN_MAX = 1000;
/** Hosts of one source: names below a domain may have no end either. */
const HOSTS_MAX = 300;
/** Lists of one host. */
const LISTS_MAX = 60;
const LISTS_AT_ONCE = 6;
const FEEDS_MAX = 5;
const BATCH = 1000;
/** Calls in a row that were not answered, after which a host is left alone. */
const FAILURES_MAX = 5;
const PUT_OFF_HOURS = 6;
const WAIT_MAX_MS = 1000;
const OWN_FAILURE_HOURS = 1;
/** Hours until what was not found is asked for again. */
const GONE_HOURS = 7 * 24;

/** What is read, and by which rules. */
export interface CrawlPlan {
  domains: readonly string[];
  starts: readonly string[];
  pauseMs: number;
  /** Pages whose words are kept. */
  pageCap: number;
}

export interface CrawlTally {
  read: number;
  changed: number;
}

type Frontier = Parameters<typeof insertFrontier>[1];
type Turn = Parameters<typeof scheduleWebPages>[1][number];

/** What pages of the same moment find, and when they are asked for again, is written together. */
const frontier = new Batcher<Frontier, ReadonlySet<string>>(
  async (lists) => {
    const rows = lists.flat();
    const added = new Set<string>();
    for (let at = 0; at < rows.length; at += BATCH)
      for (const address of await insertFrontier(db(), rows.slice(at, at + BATCH))) added.add(address);
    return lists.map((list) => new Set(list.flatMap(({ address }) => (added.delete(address) ? address : []))));
  },
  { most: AT_ONCE },
);
const turns = new Batcher<Turn, undefined>(
  async (pages) => {
    await scheduleWebPages(db(), pages);
    return pages.map(() => undefined);
  },
  { most: 50, keyOf: ({ id }) => id },
);

/** Reads the pages of some domains, several hosts at once, each no faster than it likes. */
export class Crawl {
  readonly tally: CrawlTally = { read: 0, changed: 0 };
  private readonly hosts = new Set<string>();
  private written = new Set<string>();
  private readonly patterns = new Map<string, number>();
  private readonly silent = new Map<string, number>();
  private readonly feeds = new Map<string, Set<string>>();
  private readonly hours = new Map<string, Promise<number | null>>();
  private kept = 0;
  private waiting = 0;

  /** May change while it goes on. */
  pauseMs: number;

  constructor(
    private readonly plan: CrawlPlan,
    private readonly keeping: Omit<Keeping, "joinsCopies">,
  ) {
    this.pauseMs = plan.pauseMs;
  }

  get hostNames(): string[] {
    return [...this.hosts];
  }

  /** Takes up where reading begins: the first pages of the domains, and what sitemaps name. */
  async seed(counts: { kept: number; due: number }): Promise<void> {
    const { domains, starts } = this.plan;
    this.kept = counts.kept;
    this.waiting = counts.due;
    for (const host of await listHostsIn(db(), domains)) this.hosts.add(host);
    for (const { host, pattern, pages } of await listPatterns(db(), this.hostNames, PATTERN_MAX / 4)) {
      this.patterns.set(`${host} ${pattern}`, pages);
    }
    const named = starts.flatMap((start) => canonicalAddress(start) ?? []);
    const covered = new Set(named.map((start) => new URL(start).hostname));
    const first = domains.map((domain) => domain.replace(/^=/, "")).filter((name) => !covered.has(name));
    await this.add([...named, ...first.map((name) => `https://${name}/`)], "start", 0);
  }

  /** Sitemaps of hosts whose lists were not read lately; a slow host holds up no other. */
  async readLists(olderThanMs: number): Promise<void> {
    const { signal } = this.keeping;
    const left = this.hostNames;
    const next = async () => {
      for (let host = left.shift(); host && !signal.aborted; host = left.shift()) {
        const row = await findWebHost(db(), host);
        if (row?.listedAt && Date.now() - row.listedAt.getTime() < olderThanMs) continue;
        await this.readListsOf(host).catch((err: unknown) => this.survive(err, host ?? ""));
      }
    };
    await Promise.all(Array.from({ length: LISTS_AT_ONCE }, next));
  }

  private async readListsOf(host: string): Promise<void> {
    const isPlain = this.plan.starts.some((start) => start.startsWith(`http://${host}`));
    const found = (isPlain ? null : await this.listsAt(`https://${host}`)) ?? (await this.listsAt(`http://${host}`));
    await saveWebHost(db(), host, { sitemaps: found?.sitemaps ?? 0, feeds: found?.feeds ?? 0, listedAt: new Date() });
  }

  /** How many lists were read there; null for none. */
  private async listsAt(origin: string): Promise<{ sitemaps: number; feeds: number } | null> {
    const { domains } = this.plan;
    const { signal } = this.keeping;
    const { sitemaps } = await hostRules(`${origin}/`, domains, signal);
    const open = [...new Set(sitemaps.length > 0 ? sitemaps : [`${origin}/sitemap.xml`])].slice(0, LISTS_MAX);
    let [read, feeds] = [0, 0];
    const seen = new Set(open);
    for (let next = open.shift(); next && read < LISTS_MAX; next = open.shift()) {
      if (!URL.canParse(next) || this.isFull()) break;
      const listed = await readList(next, { allowed: domains, signal });
      if (!listed) continue;
      read += 1;
      if (listed.kind === "feed") feeds += 1;
      await this.add(listed.pages, listed.kind, 1);
      for (const inner of listed.lists)
        if (!seen.has(inner) && seen.size < LISTS_MAX) seen.add(inner) && open.push(inner);
    }
    return read > 0 ? { sitemaps: read - feeds, feeds } : null;
  }

  /** Reads what is due until nothing is; `goOn` is asked now and then, and ends it by false. */
  async run(goOn: (tally: CrawlTally & { waiting: number }) => Promise<boolean>): Promise<void> {
    const { signal } = this.keeping;
    const running = new Set<Promise<void>>();
    try {
      for (;;) {
        signal.throwIfAborted();
        if (!(await goOn({ ...this.tally, waiting: Math.max(0, this.waiting) }))) return;
        const free = AT_ONCE - running.size;
        const room = this.isCapped() ? free : Math.min(free, this.plan.pageCap - this.kept - running.size);
        const isBusy = free < AT_ONCE / 2 || room <= 0;
        const claimed = isBusy ? [] : await this.claim(room);
        for (const page of claimed) {
          const visit = this.visit(page)
            .catch((err: unknown) => this.putOff(page, err))
            .finally(() => running.delete(visit));
          running.add(visit);
        }
        if (claimed.length > 0) continue;
        if (isBusy) {
          await Promise.race(running);
          continue;
        }
        const wait = await nextTurn(db(), this.hostNames, this.isCapped());
        if (wait === null && running.size === 0) return;
        await firstOf(running, wait === null ? WAIT_MAX_MS : Math.min(WAIT_MAX_MS, Math.max(5, wait)), signal);
      }
    } finally {
      await Promise.allSettled(running);
    }
  }

  private claim(limit: number): Promise<WebPageRow[]> {
    return claimPages(db(), { hosts: this.hostNames, limit, pauseMs: this.pauseMs, onlyKnown: this.isCapped() });
  }

  private isCapped(): boolean {
    return this.kept >= this.plan.pageCap;
  }

  /** More pages are known than will ever be read. */
  private isFull(): boolean {
    return this.waiting + this.kept > 2 * this.plan.pageCap + BATCH;
  }

  private async visit(row: WebPageRow): Promise<void> {
    const { id, address, host } = row;
    const { domains } = this.plan;
    const wasKept = row.versionId !== null;
    const visit = await visitPage(address, row, {
      ...this.keeping,
      ...{ allowed: domains, foundBy: row.foundBy, depth: row.depth, isCrawl: true, joinsCopies: true },
    });
    this.tally.read += 1;
    this.waiting -= 1;
    await turns.add({ id, hours: await this.nextHours(host, visit) });
    await this.judgeHost(host, address, visit);
    if (visit.kind === "moved" && visit.to.versionId === null && visit.to.nextAt === null) {
      await turns.add({ id: visit.to.id, hours: 0 });
      this.waiting += 1;
    }
    if (visit.kind !== "found") return;
    if (visit.page.id !== id) await turns.add({ id: visit.page.id, hours: await this.nextHours(host, visit) });
    if (visit.isChanged) this.tally.changed += 1;
    // What an address leads to was kept before, unless it was kept just now.
    if (visit.page.id === id ? !wasKept : visit.isChanged) this.kept += 1;
    if (!visit.head) return;
    for (const feed of visit.head.feeds) await this.readFeed(host, feed);
    if (visit.head.mayFollow && row.depth < DEPTH_MAX) await this.add(visit.head.links, "link", row.depth + 1);
  }

  private async nextHours(host: string, visit: Visit): Promise<number | null> {
    const kept = this.hours.get(host) ?? leastHoursOf(db(), host);
    this.hours.set(host, kept);
    const hours = await kept;
    if (hours === null) return null;
    const isLate = visit.kind === "moved" || (visit.kind === "failed" && visit.status === "gone");
    return isLate ? Math.max(GONE_HOURS, hours) : hours;
  }

  /** A host that stays silent is asked ever less often; one that answers is as it was. */
  private async judgeHost(host: string, address: string, visit: Visit): Promise<void> {
    const silent = ["webPageUnreachable", "webPageTimeout", "webPageBusy"];
    if (visit.kind !== "failed" || !silent.includes(visit.failure)) {
      if (this.silent.delete(host)) await saveWebHost(db(), host, { failures: 0 });
      return;
    }
    // A site without https is read without it; where it begins is asked for once.
    if (address === `https://${host}/`) await this.add([`http://${host}/`], "start", 0);
    const failures = (this.silent.get(host) ?? 0) + 1;
    this.silent.set(host, failures);
    await putOffHost(db(), host, 2 ** failures, failures >= FAILURES_MAX ? PUT_OFF_HOURS : null);
  }

  private async readFeed(host: string, feed: string): Promise<void> {
    const known = this.feeds.get(host) ?? new Set<string>();
    this.feeds.set(host, known);
    if (known.has(feed) || known.size >= FEEDS_MAX || !matchesHost(new URL(feed).hostname, this.plan.domains)) return;
    known.add(feed);
    const listed = await readList(feed, { allowed: this.plan.domains, signal: this.keeping.signal });
    if (listed?.kind !== "feed") return;
    await this.add(listed.pages, "feed", 1);
    await saveWebHost(db(), host, { feeds: known.size });
  }

  /** Pages that were found: those within the domains that look like pages, and not like one of an endless many. */
  private async add(addresses: readonly string[], foundBy: WebPageOrigin, depth: number): Promise<void> {
    const pages: Frontier[number][] = [];
    const newHosts = new Set<string>();
    for (const address of new Set(addresses)) {
      if (foundBy !== "start" && this.isFull()) break;
      if (this.written.has(address)) continue;
      const { host, hostname } = new URL(address);
      if (!matchesHost(hostname, this.plan.domains) || !isWorthReading(address)) continue;
      if (!this.hosts.has(host)) {
        if (this.hosts.size >= HOSTS_MAX) continue;
        this.hosts.add(host);
        newHosts.add(host);
      }
      const pattern = patternOf(address);
      if (foundBy === "link" && (this.patterns.get(`${host} ${pattern}`) ?? 0) >= PATTERN_MAX) continue;
      if (foundBy === "link") this.countAlike(host, pattern, 1);
      if (this.written.size >= WRITTEN_MAX) this.written = new Set();
      this.written.add(address);
      pages.push({ id: v7(), address, host, pattern, foundBy, depth });
    }
    await insertWebHosts(db(), [...newHosts]);
    if (pages.length === 0) return;
    const added = await frontier.add(pages);
    this.waiting += added.size;
    // Those that were known before are no further ones of their make.
    for (const { address, host, pattern } of foundBy === "link" ? pages : [])
      if (!added.has(address)) this.countAlike(host, pattern, -1);
  }

  private countAlike(host: string, pattern: string, more: number): void {
    const key = `${host} ${pattern}`;
    this.patterns.set(key, (this.patterns.get(key) ?? 0) + more);
  }

  /** A page that fails for a reason of ours is not tried again for a while. */
  private async putOff({ id, address }: WebPageRow, err: unknown): Promise<void> {
    if (this.keeping.signal.aborted) return;
    this.survive(err, address);
    await turns.add({ id, hours: OWN_FAILURE_HOURS }).catch((error: unknown) => this.survive(error, address));
  }

  /** What one page or host fails at stops no other. */
  private survive(err: unknown, about: string): void {
    if (this.keeping.signal.aborted) return;
    log().warn({ err, about }, "a page could not be crawled");
  }
}

/** Until one of them ends, or some time has passed. */
async function firstOf(running: ReadonlySet<Promise<void>>, ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) });
  try {
    await Promise.race([...running, timer]);
  } finally {
    over.abort();
    await timer.catch(() => undefined);
  }
}
