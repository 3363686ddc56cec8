import "server-only";
import { readXml, type XmlElement } from "@/lib/auth/channels/xml";
import { AppError } from "@/lib/errors/errors";
import { fetchPage } from "@/lib/net/web-page";
import { PAGE_URL_MAX, SITEMAP_PAGES_MAX } from "../limits";

const LIMITS = { maxBytes: 5 * 1024 ** 2, ms: 20_000, accept: "application/xml,text/xml" };
/** Further sitemaps one may name; those of these are not followed. */
const INNER_MAX = 20;

/**
 * Addresses of pages a sitemap names, of its own host, in its order, as many as are taken at a time. Throws sitemapUnreadable.
 */
export async function readSitemap(address: string, signal: AbortSignal): Promise<string[]> {
  const found = await load(address, signal);
  const pages = new Set(found.pages);
  for (const inner of found.sitemaps.slice(0, INNER_MAX)) {
    if (pages.size >= SITEMAP_PAGES_MAX) break;
    for (const page of (await load(inner, signal)).pages) pages.add(page);
  }
  if (pages.size === 0) throw new AppError("sitemapUnreadable");
  return [...pages].slice(0, SITEMAP_PAGES_MAX);
}

async function load(address: string, signal: AbortSignal): Promise<{ pages: string[]; sitemaps: string[] }> {
  const answer = await fetchPage(address, { ...LIMITS, signal });
  if (answer.kind !== "page") throw new AppError("sitemapUnreadable");
  let root: XmlElement;
  try {
    root = readXml(new TextDecoder().decode(answer.bytes), { comments: true, instructions: true });
  } catch (cause) {
    throw new AppError("sitemapUnreadable", { cause });
  }
  const { host } = new URL(address);
  const named = (name: string) =>
    root.children
      .filter((child) => child.name === name)
      .map((child) => child.children.find((inner) => inner.name === "loc")?.text.trim() ?? "")
      .filter((url) => url.length <= PAGE_URL_MAX && URL.canParse(url))
      .map((url) => new URL(url))
      .filter((url) => url.host === host && /^https?:$/.test(url.protocol))
      .map((url) => url.href.replace(/#.*$/, ""));
  return { pages: named("url"), sitemaps: named("sitemap") };
}
