import "server-only";
import { createGunzip } from "node:zlib";
import { AppError } from "@/lib/errors/errors";
import { fetchPage } from "@/lib/net/web-page";
import { canonicalAddress, PAGE_ADDRESS_MAX } from "./addresses";
import { type Allowed, hopWithin, isAllowed } from "./hosts";

const LIMITS = {
  maxBytes: 10 * 1024 ** 2,
  ms: 20_000,
  accept: "application/xml,text/xml,application/rss+xml,*/*;q=0.5",
};
/** Of a packed list, what is looked through: 50,000 addresses with what is usually said of each. */
const UNPACKED_MAX = 16 * 1024 ** 2;
/** sitemaps.org: addresses of one list. */
const LISTED_MAX = 50_000;
/** Further sitemaps one may name; those of these are not followed. */
const INNER_MAX = 20;

/** Pages and further lists that a sitemap or a feed names. */
export interface Listed {
  kind: "sitemap" | "feed";
  pages: string[];
  lists: string[];
}

/** Reads a sitemap, an index of sitemaps or a feed (RSS, Atom); packed ones too. Null for what is none of them. */
export async function readList(
  address: string,
  { allowed, signal, most = LISTED_MAX }: { allowed: Allowed; signal: AbortSignal; most?: number },
): Promise<Listed | null> {
  if (!isAllowed(new URL(address), allowed)) return null;
  const answer = await fetchPage(address, { ...LIMITS, signal, beforeHop: hopWithin(allowed) });
  if (answer.kind !== "page") return null;
  const { bytes } = answer;
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isPacked ? await unpackedNext(bytes) : new TextDecoder().decode(bytes);
  if (plain === null) return null;
  const { kind, pages, lists } = listedIn(plain, most);
  const within = (found: readonly string[]) => {
    const whole = found.flatMap((one) => canonicalAddress(one, answer.url) ?? []);
    return [...new Set(whole)].filter((one) => isAllowed(new URL(one), allowed));
  };
  return kind ? { kind, pages: within(pages), lists: within(lists) } : null;
}

let unpacking: Promise<unknown> = Promise.resolve();

/** One after another: packed lists are small until then, and several hosts are asked for theirs at once. */
function unpackedNext(bytes: Uint8Array): Promise<string | null> {
  const text = unpacking.then(() => beginningOf(bytes)).catch(() => null);
  unpacking = text;
  return text;
}

/** The beginning of a packed text. Throws where it is damaged. */
async function beginningOf(bytes: Uint8Array): Promise<string> {
  const packed = createGunzip();
  packed.end(bytes);
  const decoder = new TextDecoder();
  let [text, left] = ["", UNPACKED_MAX];
  for await (const chunk of packed as AsyncIterable<Buffer>) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true });
    left -= chunk.length;
    // What was cut names no address.
    if (left <= 0) return text.slice(0, text.lastIndexOf("<"));
  }
  return text;
}

/**
 * Addresses a text in XML names, by its tags: many of these files are not well-formed, and they have more elements than is
 * read of any other. Nothing of it but addresses is taken.
 */
export function listedIn(
  xml: string,
  most = LISTED_MAX,
): { kind: Listed["kind"] | null; pages: string[]; lists: string[] } {
  const root = /<(?:\w{1,20}:)?(urlset|sitemapindex|rss|feed|rdf)\b/i.exec(xml.slice(0, 20_000))?.[1]?.toLowerCase();
  if (root === "urlset") return { kind: "sitemap", pages: textsOf(xml, "loc", most), lists: [] };
  if (root === "sitemapindex") return { kind: "sitemap", pages: [], lists: textsOf(xml, "loc", most) };
  if (!root) return { kind: null, pages: [], lists: [] };
  const written = root === "feed" ? linksOf(xml, most) : textsOf(xml, "link", most);
  return { kind: "feed", pages: written, lists: [] };
}

function textsOf(xml: string, name: string, most: number): string[] {
  const found: string[] = [];
  const tag = new RegExp(`<${name}>\\s{0,200}(?:<!\\[CDATA\\[)?([^<\\]]{1,${PAGE_ADDRESS_MAX}})`, "gi");
  for (const [, text = ""] of xml.matchAll(tag)) {
    found.push(decoded(text.trim()));
    if (found.length >= most) break;
  }
  return found;
}

function linksOf(xml: string, most: number): string[] {
  const found: string[] = [];
  for (const [, inner = ""] of xml.matchAll(/<link\b([^<>]{0,3000})>/gi)) {
    if (/\brel\s*=\s*["'](?!alternate)/i.test(inner)) continue;
    const href = /\bhref\s*=\s*["']([^"']{1,2000})["']/i.exec(inner)?.[1];
    if (href) found.push(decoded(href));
    if (found.length >= most) break;
  }
  return found;
}

const decoded = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#38;", "&");

/** Pages a sitemap names, of its own host, in its order, as many as are taken at a time. Throws sitemapUnreadable. */
export async function readSitemap(address: string, most: number, signal: AbortSignal): Promise<string[]> {
  const { host, hostname } = new URL(address);
  const load = async (one: string) => {
    const listed = await readList(one, { allowed: [`=${hostname}`], signal });
    if (listed?.kind !== "sitemap") throw new AppError("sitemapUnreadable");
    const own = (found: readonly string[]) => found.filter((page) => new URL(page).host === host);
    return { pages: own(listed.pages), lists: own(listed.lists) };
  };
  const found = await load(address);
  const pages = new Set(found.pages);
  for (const inner of found.lists.slice(0, INNER_MAX)) {
    if (pages.size >= most) break;
    for (const page of (await load(inner)).pages) pages.add(page);
  }
  if (pages.size === 0) throw new AppError("sitemapUnreadable");
  return [...pages].slice(0, most);
}
