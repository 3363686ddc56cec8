import "server-only";
import type { SearchKind } from "@/lib/config/tool-kinds";
import { ToolFailure } from "@/lib/tools/types";
import { matchesHost } from "../domains";
import { SEARCH_ADAPTERS } from "./adapters";
import { callProvider } from "./call";
import { merged, siteBatches, siteTerms } from "./sites";
import { type ReachedProvider, searchSnapshot } from "./store";
import type { HitOf, Tried, WebAnswer, WebQuery } from "./types";

/** Milliseconds for all providers together. */
const SEARCH_MS = 30_000;
/** Hits a provider is asked for at most; what is looked for in all hosts and compared afterwards is asked for so many. */
const HITS_MAX = 20;

/** None of the providers answered. */
export class SearchFailure extends ToolFailure {
  constructor(
    { key, detail }: ToolFailure,
    readonly tried: readonly Tried[],
  ) {
    super(key, detail);
  }
}

/**
 * Searches the web: the providers are asked in their order until one answers (spec C7), those that failed a moment ago
 * last. Nothing comes back of a host outside `allowedHosts` (spec C1). Each request is counted against the provider's
 * quota and logged without its words. Throws toolNotReady, toolStopped, and of the last provider why it failed.
 */
export async function searchWeb<Kind extends SearchKind>(asked: WebQuery<Kind>): Promise<WebAnswer<Kind>> {
  const { providers, settings } = await searchSnapshot();
  if (providers.length === 0) throw new ToolFailure("toolNotReady");
  const deadline = AbortSignal.timeout(SEARCH_MS);
  const within = { ...asked, signal: AbortSignal.any([asked.signal, deadline]), safeSearch: settings.safeSearch };
  const tried: Tried[] = [];
  let last = new ToolFailure("toolTimeout");
  for (const provider of inOrder(providers, Date.now())) {
    try {
      return { hits: await hitsOf(provider, within), provider: provider.name, tried };
    } catch (error) {
      if (asked.signal.aborted) throw new ToolFailure("toolStopped");
      if (!(error instanceof ToolFailure)) throw error;
      last = deadline.aborted ? new ToolFailure("toolTimeout") : error;
      tried.push({ provider: provider.name, failure: last.key });
      if (deadline.aborted) break;
    }
  }
  throw new SearchFailure(last, tried);
}

/** Nobody waits for a provider that does not answer while another one would. */
function inOrder(providers: readonly ReachedProvider[], now: number): ReachedProvider[] {
  const isCooling = ({ cooldownUntil }: ReachedProvider) => cooldownUntil !== null && cooldownUntil.getTime() > now;
  return [...providers.filter((one) => !isCooling(one)), ...providers.filter(isCooling)];
}

type Within<Kind extends SearchKind> = WebQuery<Kind> & Pick<Parameters<typeof callProvider>[1], "safeSearch">;

async function hitsOf<Kind extends SearchKind>(provider: ReachedProvider, asked: Within<Kind>): Promise<HitOf[Kind][]> {
  const { allowedHosts, count: wanted } = asked;
  const count = Math.min(wanted, HITS_MAX);
  const batches = siteBatches(siteTerms(allowedHosts ?? []), SEARCH_ADAPTERS[provider.kind].sitesMax);
  const answers = await Promise.allSettled(
    batches.map((sites) => {
      const isOpen = allowedHosts !== null && sites.length === 0;
      return callProvider(provider, { ...asked, sites, count: isOpen ? HITS_MAX : count });
    }),
  );
  const lists = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const failed = answers.find((answer) => answer.status === "rejected");
  if (failed && lists.length === 0) throw failed.reason;
  const hits = merged(lists, addressOf).filter((hit) => !allowedHosts || matchesHost(hostOf(hit), allowedHosts));
  return hits.slice(0, wanted);
}

const addressOf = (hit: HitOf[SearchKind]) => ("url" in hit ? hit.url : hit.pictureUrl);
/** Of a picture the page counts: what is shown beside it and what people are led to. */
const hostOf = (hit: HitOf[SearchKind]) => new URL("url" in hit ? hit.url : hit.pageUrl).hostname;
