import "server-only";
import robotsParser from "robots-parser";
import { fetchPage, PAGE_READER } from "./web-page";

const LIMITS = { maxBytes: 512 * 1024, ms: 10_000 };

export type Rules = ReturnType<typeof robotsParser>;

/** What web sites allow to be read (RFC 9309), each site's rules asked for once. */
export class Robots {
  private readonly sites = new Map<string, Promise<Rules | null>>();

  async allows(address: string, signal: AbortSignal): Promise<boolean> {
    const { origin } = new URL(address);
    let site = this.sites.get(origin);
    if (!site) {
      site = rulesOf(origin, signal);
      this.sites.set(origin, site);
    }
    const rules = await site;
    return rules !== null && rules.isAllowed(address, PAGE_READER) !== false;
  }
}

async function rulesOf(origin: string, signal: AbortSignal): Promise<Rules | null> {
  const text = await fetchRobots(origin, signal);
  return text === null ? null : rulesIn(origin, text);
}

/** The rules of a site as it gives them: empty for a site without rules, null where they cannot be read just now. */
export async function fetchRobots(
  origin: string,
  signal: AbortSignal,
  beforeHop?: (url: URL) => void,
): Promise<string | null> {
  const address = `${origin}/robots.txt`;
  const answer = await fetchPage(address, { ...LIMITS, accept: "text/plain,*/*;q=0.5", signal, beforeHop });
  if (answer.kind === "page") return new TextDecoder().decode(answer.bytes);
  // A site without rules allows everything; one whose rules cannot be read just now, nothing.
  const isNone = answer.kind === "failed" && ["gone", "refused", "outside"].includes(answer.reason);
  return isNone ? "" : null;
}

/** Rules that were read before. */
export const rulesIn = (origin: string, text: string): Rules => robotsParser(`${origin}/robots.txt`, text);
