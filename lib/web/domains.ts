/** Lines a source may have, each a domain (spec C2). */
export const DOMAINS_MAX = 20;
/** Of a line as it was typed or pasted: an address has a path. */
export const DOMAIN_LINE_MAX = 2000;

/** What was done to a line, or why it is no domain. */
export type DomainNote = "subdomains" | "exact" | "stripped" | "idn" | "duplicate" | "invalid" | "over";

/** A line of the editor as it counts. */
export interface DomainLine {
  /** From 1, empty lines counted. */
  number: number;
  text: string;
  note: DomainNote;
  /** `a.com` with what is below it, `=a.com` alone; null where the line does not count. */
  domain: string | null;
  /** Number of the line it repeats. */
  repeats?: number;
  /** Where reading the site begins, where the line named an address and not only a host. */
  start?: string;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Of a name as the resolver takes it. */
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Forms of ASCII that a person takes for it and the URL parser turns into it: full width, and the dots of other scripts. */
const LOOK_ALIKE = /[\u3002\uff00-\uffef\u2024\ufe52]/;

/** The lines of a list of domains, each with what became of it. The list itself is `domainsOf`. */
export function readDomains(text: string): DomainLine[] {
  const seen = new Map<string, number>();
  return text.split(/\r?\n/).flatMap((raw, at): DomainLine[] => {
    const line = raw.trim();
    if (line === "") return [];
    const read = readLine(line);
    const place = { number: at + 1, text: line };
    if (!read) return [{ ...place, note: "invalid", domain: null }];
    const { domain, note, start } = read;
    const repeats = seen.get(domain) ?? seen.get(domain.replace(/^=/, ""));
    if (repeats !== undefined) return [{ ...place, note: "duplicate", domain: null, repeats, ...(start && { start }) }];
    if (seen.size >= DOMAINS_MAX) return [{ ...place, note: "over", domain: null }];
    seen.set(domain, place.number);
    return [{ ...place, note, domain, ...(start && { start }) }];
  });
}

/** The domains that lines come to. */
export const domainsOf = (lines: readonly DomainLine[]): string[] => lines.flatMap(({ domain }) => domain ?? []);

function readLine(line: string): { domain: string; note: DomainNote; start?: string } | null {
  if (line.length > DOMAIN_LINE_MAX) return null;
  const wantsExact = line.startsWith("=");
  const written = (wantsExact ? line.slice(1) : line).trim();
  const scheme = SCHEME.exec(written)?.[0] ?? "";
  if (scheme && !/^https?:\/\/$/i.test(scheme)) return null;
  const rest = written.slice(scheme.length);
  const authority = /^[^/?#\\]*/.exec(rest)?.[0] ?? "";
  const bare = authority
    .replace(/^\*\./, "")
    .replace(/:\d{1,5}$/, "")
    .replace(/\.$/, "");
  const host = hostOf(bare);
  if (!host) return null;
  // An address and a name without dots have nothing below them that belongs to the same people.
  const isExact = wantsExact || IPV4.test(host) || !host.includes(".");
  const isIdn = host !== bare.toLowerCase();
  const isStripped = bare.length !== written.length;
  const note = isStripped ? "stripped" : isIdn ? "idn" : isExact ? "exact" : "subdomains";
  const address = `${scheme || "https://"}${rest.replace(/^\*\./, "")}`;
  const hasMore = scheme !== "" || /:\d/.test(authority) || /^\/[^\s]/.test(rest.slice(authority.length));
  const start = hasMore && URL.canParse(address) ? new URL(address).href.replace(/#.*$/, "") : undefined;
  return { domain: isExact ? `=${host}` : host, note, ...(start && { start }) };
}

/** A host as the URL parser writes it (punycode, lower case); null for what no person means by a host. */
function hostOf(text: string): string | null {
  if (text === "" || LOOK_ALIKE.test(text) || /[\s@:%[\]]/.test(text)) return null;
  if (!URL.canParse(`http://${text}/`)) return null;
  const { hostname } = new URL(`http://${text}/`);
  // Decimal, octal and short forms of an address say another thing than they seem to.
  if (IPV4.test(hostname) && hostname !== text) return null;
  return NAME.test(hostname) ? hostname : null;
}

/** Which of some domains a host lies in: the same name, or whole labels before it. -1 for none (spec C1). */
export function matchingDomain(host: string, domains: readonly string[]): number {
  const name = host.toLowerCase();
  if (!NAME.test(name)) return -1;
  return domains.findIndex((domain) =>
    domain.startsWith("=") ? name === domain.slice(1) : name === domain || name.endsWith(`.${domain}`),
  );
}

/** Whether a host lies in one of some domains. */
export const matchesHost = (host: string, domains: readonly string[]): boolean => matchingDomain(host, domains) >= 0;

/** Why an address lies in a list of domains or does not. */
export type AddressVerdict =
  | { kind: "invalid" }
  | { kind: "match"; index: number; isBelow: boolean }
  | { kind: "outside"; host: string }
  /** It begins like a domain of the list and belongs to somebody else. */
  | { kind: "lookAlike"; host: string; index: number }
  /** In the list, but it names an address outside that it may lead to. */
  | { kind: "leaves"; index: number; to: string };

/** Judges an address by a list, as the server does at every hop. */
export function judgeAddress(text: string, domains: readonly string[]): AddressVerdict {
  const written = text.trim();
  const address = SCHEME.test(written) ? written : `https://${written}`;
  if (written === "" || LOOK_ALIKE.test(written.split(/[/?#]/, 3).join("/")) || !URL.canParse(address)) {
    return { kind: "invalid" };
  }
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return { kind: "invalid" };
  const host = url.hostname;
  const index = matchingDomain(host, domains);
  if (index < 0) {
    const alike = domains.findIndex((domain) => host.includes(domain.replace(/^=/, "")));
    return alike < 0 ? { kind: "outside", host } : { kind: "lookAlike", host, index: alike };
  }
  const to = [...url.searchParams.values()].map(targetOf).find((target) => target && !matchesHost(target, domains));
  if (to) return { kind: "leaves", index, to };
  return { kind: "match", index, isBelow: host !== domains[index]?.replace(/^=/, "") };
}

/** The host a parameter of a redirecting address names. */
function targetOf(value: string): string | null {
  const address = SCHEME.test(value) ? value : /^[a-z0-9-]+(\.[a-z0-9-]+)+\//i.test(value) ? `https://${value}` : "";
  return address && URL.canParse(address) ? new URL(address).hostname : null;
}
