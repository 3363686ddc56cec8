/** Longest address that is kept. */
export const PAGE_ADDRESS_MAX = 2000;
/** What campaigns, mail programs and counters hang on an address; the page is the same without it. */
const TRACKING =
  /^(utm_\w+|gclid|dclid|fbclid|msclkid|yclid|mc_[ce]id|igshid|spm|scm|_hsenc|_hsmi|vero_id|wt_mc|ref_src)$/i;
/** Names under which sites carry a visit. */
const VISIT = /^(phpsessid|jsessionid|aspsessionid\w*|sid|sessionid)$/i;

/** The one form of a page's address: no fragment, no tracking, no visit; null for what is no page of the web. */
export function canonicalAddress(address: string, base?: string): string | null {
  if (address.length > PAGE_ADDRESS_MAX || !URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.hostname === "") return null;
  url.hash = "";
  url.hostname = url.hostname.replace(/\.$/, "");
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/i, "").replace(/\/{2,}/g, "/");
  for (const name of [...url.searchParams.keys()]) {
    if (TRACKING.test(name) || VISIT.test(name)) url.searchParams.delete(name);
  }
  if (url.search === "") url.search = "";
  return url.href.length <= PAGE_ADDRESS_MAX ? url.href : null;
}

/** Files that are no page: nobody needs to ask for them to know. */
const NO_PAGE =
  /\.(jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|avi|mov|wmv|webm|ogg|wav|flac|zip|rar|7z|t?gz|bz2|xz|exe|msi|dmg|apk|iso|bin|css|js|mjs|json|woff2?|ttf|eot|pdf|docx?|xlsx?|pptx?|wps|et|csv)$/i;
const SEGMENTS_MAX = 12;
const PARAMETERS_MAX = 6;

/** Whether an address looks like a page and not like one of an endless many. */
export function isWorthReading(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  if (NO_PAGE.test(pathname) || [...searchParams].length > PARAMETERS_MAX) return false;
  const segments = pathname.split("/").filter(Boolean);
  if (segments.length > SEGMENTS_MAX) return false;
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  // A link that is relative by mistake puts the same folders behind each other without end.
  return [...counts.values()].every((count) => count < 3);
}

/** What addresses of the same make have in common: numbers stand for each other, parameters count by their names. */
export function patternOf(address: string): string {
  const { pathname, searchParams } = new URL(address);
  const path = pathname
    .split("/")
    .map((segment) => (segment.length > 40 ? "*" : segment.replace(/\d+/g, "0")))
    .join("/");
  const names = [...new Set(searchParams.keys())].sort().join("&");
  return (names ? `${path}?${names}` : path).slice(0, 300);
}
