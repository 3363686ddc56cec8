import "server-only";
import robotsParser from "robots-parser";
import { fetchPage, PAGE_READER } from "./web-page";

const LIMITS = { maxBytes: 512 * 1024, ms: 10_000 };

type Rules = ReturnType<typeof robotsParser>;

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

/** A site without rules allows everything; one whose rules cannot be read just now, nothing. */
async function rulesOf(origin: string, signal: AbortSignal): Promise<Rules | null> {
  const address = `${origin}/robots.txt`;
  const answer = await fetchPage(address, { ...LIMITS, accept: "text/plain,*/*;q=0.5", signal });
  if (answer.kind === "page") return robotsParser(address, new TextDecoder().decode(answer.bytes));
  const isNone = answer.kind === "failed" && (answer.reason === "gone" || answer.reason === "refused");
  return isNone ? robotsParser(address, "") : null;
}
