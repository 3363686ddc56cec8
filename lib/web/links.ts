import { canonicalAddress } from "./addresses";

/** Of a page's bytes, where its links are looked for. */
const LOOKED_MAX = 1024 ** 2;
const LINKS_MAX = 1000;
/** Anchors looked at: a page may have any number that lead to the same places, and nobody waits for all of them. */
const ANCHORS_MAX = 5000;
/** A tag in one go: whatever stands in it is short, so a page without an end is looked through once. */
const TAG = /<(a|area|base|link|meta|input|script|noscript|body|html)\b([^<>]{0,3000})>/gi;
const ATTRIBUTE = /([a-z][a-z-]{0,30})\s*=\s*(?:"([^"]{0,2500})"|'([^']{0,2500})'|([^\s"'>]{1,2500}))/gi;

/** What a page says of itself beside its words. */
export interface PageHead {
  links: string[];
  /** Of the page, where it names one of its own host. */
  canonical: string | null;
  feeds: string[];
  mayIndex: boolean;
  mayFollow: boolean;
  hasPassword: boolean;
  scripts: number;
  title: string;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#x27": "'" };
const plain = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27);/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? "");

/** Reads the tags of a page. Its words are read elsewhere, in a locked process: this looks at tags only, in one pass. */
export function readHead(html: string, address: string): PageHead {
  const text = html.slice(0, LOOKED_MAX);
  const links = new Set<string>();
  const feeds = new Set<string>();
  const head = { canonical: null as string | null, mayIndex: true, mayFollow: true, hasPassword: false, scripts: 0 };
  let base = address;
  let anchors = 0;
  for (const [, name = "", inner = ""] of text.matchAll(TAG)) {
    const tag = name.toLowerCase();
    if (tag === "script") head.scripts += 1;
    const isAnchor = tag === "a" || tag === "area";
    if (isAnchor && (links.size >= LINKS_MAX || ++anchors > ANCHORS_MAX)) continue;
    const of = attributesOf(inner);
    const rel = (of.rel ?? "").toLowerCase();
    const href = of.href === undefined ? null : canonicalAddress(plain(of.href).trim(), base);
    if (tag === "base" && of.href && URL.canParse(plain(of.href), address))
      base = new URL(plain(of.href), address).href;
    else if (isAnchor && href && !/\bnofollow\b/.test(rel)) links.add(href);
    else if (tag === "link" && href && /\bcanonical\b/.test(rel)) head.canonical ??= href;
    else if (tag === "link" && href && /\balternate\b/.test(rel) && /(rss|atom)\+xml/i.test(of.type ?? ""))
      feeds.add(href);
    else if (tag === "meta" && /^(robots|pagereader)$/i.test(of.name ?? "")) {
      if (/noindex|none/i.test(of.content ?? "")) head.mayIndex = false;
      if (/nofollow|none/i.test(of.content ?? "")) head.mayFollow = false;
    } else if (tag === "input" && /^password$/i.test(of.type ?? "")) head.hasPassword = true;
  }
  if (head.canonical && new URL(head.canonical).host !== new URL(address).host) head.canonical = null;
  const title = plain(/<title[^>]{0,200}>([^<]{1,500})/i.exec(text)?.[1] ?? "")
    .replace(/\s+/g, " ")
    .trim();
  return { ...head, title, links: [...links], feeds: [...feeds].slice(0, 10) };
}

function attributesOf(inner: string): Record<string, string | undefined> {
  const found: Record<string, string> = Object.create(null);
  for (const [, name = "", double, single, bare] of inner.matchAll(ATTRIBUTE)) {
    found[name.toLowerCase()] ??= double ?? single ?? bare ?? "";
  }
  return found;
}
