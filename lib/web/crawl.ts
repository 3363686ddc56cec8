import "server-only";
import { setTimeout } from "node:timers/promises";
import { v7 } from "uuid";
import { db } from "@/db/client";
import {
  type ClaimedPage,
  claimPages,
  insertFrontier,
  insertWebHosts,
  leastHoursOf,
  listHostsIn,
  listPatterns,
  nextTurn,
  putOffHost,
  scheduleWebPage,
} from "@/db/queries/search/frontier";
import { findWebHost, saveWebHost } from "@/db/queries/search/hosts";
import { findWebPageById } from "@/db/queries/search/pages";
import type { WebPageOrigin } from "@/lib/config/web-kinds";
import { log } from "@/lib/log";
import { canonicalAddress, isWorthReading, patternOf } from "./addresses";
import { matchesHost } from "./domains";
import { hostRules } from "./hosts";
import type { Keeping } from "./keep";
import { readList } from "./sitemaps";
import { type Visit, visitPage } from "./visit";

/** Pages under way at the same time. */
const AT_ONCE = 8;
/** Links from where reading began. */
const DEPTH_MAX = 12;
/** Pages of one make that links lead to: a calendar has no end. */
const PATTERN_MAX = 1000;
/** Hosts of one source: names below a domain may have no end either. */
const HOSTS_MAX = 300;
/** Lists of one host. */
const LISTS_MAX = 60;
const FEEDS_MAX = 5;
const BATCH = 1000;
/** Calls in a row that were not answered, after which a host is left alone. */
const FAILURES_MAX = 5;
const PUT_OFF_HOURS = 6;
const WAIT_MAX_MS = 1000;
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

/** Reads the pages of some domains, several hosts at once, each no faster than it likes. */
export class Crawl {
  readonly tally: CrawlTally = { read: 0, changed: 0 };
  private readonly hosts = new Set<string>();
  private readonly patterns = new Map<string, number>();
  private readonly silent = new Map<string, number>();
  private readonly feeds = new Map<string, Set<string>>();
  private readonly hours = new Map<string, Promise<number | null>>();
  private kept = 0;
  private waiting = 0;

  constructor(
    private readonly plan: CrawlPlan,
    private readonly keeping: Omit<Keeping, "joinsCopies">,
  ) {}

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

  /** Sitemaps of hosts whose lists were not read lately. */
  async readLists(olderThanMs: number): Promise<void> {
    for (const host of this.hostNames) {
      const row = await findWebHost(db(), host);
      if (row?.listedAt && Date.now() - row.listedAt.getTime() < olderThanMs) continue;
      await this.readListsOf(host).catch((err: unknown) => this.survive(err, host));
    }
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
        const claimed = running.size < AT_ONCE ? await this.claim(AT_ONCE - running.size) : [];
        for (const page of claimed) {
          const visit = this.visit(page)
            .catch((err: unknown) => this.survive(err, page.address))
            .finally(() => running.delete(visit));
          running.add(visit);
        }
        if (running.size >= AT_ONCE || (claimed.length === 0 && running.size > 0)) {
          await Promise.race(running);
          continue;
        }
        if (claimed.length > 0) continue;
        const wait = await nextTurn(db(), this.hostNames, this.isCapped());
        if (wait === null) return;
        await setTimeout(Math.min(WAIT_MAX_MS, Math.max(5, wait)), undefined, { signal });
      }
    } finally {
      await Promise.allSettled(running);
    }
  }

  private claim(limit: number): Promise<ClaimedPage[]> {
    const { pauseMs } = this.plan;
    return claimPages(db(), { hosts: this.hostNames, limit, pauseMs, onlyKnown: this.isCapped() });
  }

  private isCapped(): boolean {
    return this.kept >= this.plan.pageCap;
  }

  /** More pages are known than will ever be read. */
  private isFull(): boolean {
    return this.waiting + this.kept > 2 * this.plan.pageCap + BATCH;
  }

  private async visit({ id, address, host }: ClaimedPage): Promise<void> {
    const { domains } = this.plan;
    const row = await findWebPageById(db(), id);
    if (!row) return;
    const wasKept = row.versionId !== null;
    const visit = await visitPage(address, row, {
      ...this.keeping,
      ...{ allowed: domains, foundBy: row.foundBy, depth: row.depth, isCrawl: true, joinsCopies: true },
    });
    this.tally.read += 1;
    this.waiting -= 1;
    await scheduleWebPage(db(), id, await this.nextHours(host, visit));
    await this.judgeHost(host, address, visit);
    if (visit.kind === "moved" && visit.to.versionId === null && visit.to.nextAt === null) {
      await scheduleWebPage(db(), visit.to.id, 0);
      this.waiting += 1;
    }
    if (visit.kind !== "found") return;
    if (visit.page.id !== id) await scheduleWebPage(db(), visit.page.id, await this.nextHours(host, visit));
    if (visit.isChanged) this.tally.changed += 1;
    if (!wasKept) this.kept += 1;
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
    const pages: Parameters<typeof insertFrontier>[1][number][] = [];
    const newHosts = new Set<string>();
    for (const address of new Set(addresses)) {
      if (foundBy !== "start" && this.isFull()) break;
      const { host, hostname } = new URL(address);
      if (!matchesHost(hostname, this.plan.domains) || !isWorthReading(address)) continue;
      if (!this.hosts.has(host)) {
        if (this.hosts.size >= HOSTS_MAX) continue;
        this.hosts.add(host);
        newHosts.add(host);
      }
      const pattern = patternOf(address);
      const key = `${host} ${pattern}`;
      const alike = this.patterns.get(key) ?? 0;
      if (foundBy === "link" && alike >= PATTERN_MAX) continue;
      if (foundBy === "link") this.patterns.set(key, alike + 1);
      pages.push({ id: v7(), address, host, pattern, foundBy, depth });
    }
    await insertWebHosts(db(), [...newHosts]);
    for (let at = 0; at < pages.length; at += BATCH) {
      this.waiting += await insertFrontier(db(), pages.slice(at, at + BATCH));
    }
  }

  /** What one page or host fails at stops no other. */
  private survive(err: unknown, about: string): void {
    if (this.keeping.signal.aborted) return;
    log().warn({ err, about }, "a page could not be crawled");
  }
}
