import "server-only";
import { db } from "@/db/client";
import { takeFromCounters } from "@/db/queries/models/usage";
import { insertSearchCalls, noteSearchProvider } from "@/db/queries/web/providers";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import type { SearchKind } from "@/lib/config/tool-kinds";
import { decrypt } from "@/lib/encryption";
import { log } from "@/lib/log";
import { concernsHealth } from "@/lib/tools/reach";
import { TOOL_SECRET_PURPOSE } from "@/lib/tools/secrets";
import { ToolFailure } from "@/lib/tools/types";
import { askProvider, ProviderFailure } from "./ask";
import { invalidateSearchProviders, type ReachedProvider } from "./store";
import type { HitOf, ProviderQuery, WebQuery } from "./types";

/** A provider that failed is asked after the others for so long, milliseconds; at most so long where it says how long. */
const COOLDOWN_MS = 60_000;
const COOLDOWN_MOST_MS = 3_600_000;

type ProviderCall<Kind extends SearchKind> = Omit<ProviderQuery, "key" | "kind"> &
  Pick<WebQuery<Kind>, "kind" | "signal" | "actor" | "app"> & { isTest?: boolean };

/** The name of a provider's calls among the counters. */
export const callsOf = (id: string) => `search-provider:${id}`;

/**
 * One request to one provider: counted against its quota of the day, which holds for all processes, made, noted on the
 * provider and logged. A test is counted and not refused. Throws ToolFailure.
 */
export async function callProvider<Kind extends SearchKind>(
  provider: ReachedProvider,
  { signal, actor, app, isTest = false, ...asked }: ProviderCall<Kind>,
): Promise<HitOf[Kind][]> {
  const [{ timeZone }, { currency }] = await Promise.all([loadConfig("customConfig"), loadConfig("gatewayConfig")]);
  const quota = isTest ? null : provider.dailyQuota;
  const refused = await takeFromCounters([[callsOf(provider.id), "calls", dayIn(timeZone), 1, quota]]);
  const started = performance.now();
  const tell = (outcome: string, hits: number, costMicros: number) =>
    keep({
      providerId: provider.id,
      providerName: provider.name,
      kind: asked.kind,
      outcome,
      hits,
      durationMs: Math.round(performance.now() - started),
      costMicros,
      currency,
      userId: actor.id,
      app,
    });
  if (refused !== null) {
    await tell("searchQuota", 0, 0);
    throw new ToolFailure("searchQuota");
  }
  try {
    const key = provider.keyCipher ? decrypt(TOOL_SECRET_PURPOSE, provider.keyCipher) : null;
    const hits = await askProvider(provider, { ...asked, key }, signal);
    // Services charge what they answer, also when they found nothing.
    await tell("done", hits.length, Math.round(provider.costMicros / 1000));
    await noteState(provider, null, isTest);
    return hits;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    await tell(error.key, 0, 0);
    await noteState(provider, error, isTest);
    throw error;
  }
}

/** A search must not fail because its record could not be written. */
async function keep(call: Parameters<typeof insertSearchCalls>[1][number]): Promise<void> {
  await insertSearchCalls(db(), [call]).catch((err) => log().warn({ err }, "search call not logged"));
}

/** Traffic writes only what changed; a test writes its time too. */
async function noteState(provider: ReachedProvider, failure: ToolFailure | null, isTest: boolean): Promise<void> {
  if (failure && !isTest && !tells(failure)) return;
  const status = failure ? "abnormal" : "normal";
  const checkError = failure?.key ?? null;
  const cooldownUntil = failure ? new Date(Date.now() + cooldownOf(failure)) : null;
  const isKnown = provider.status === status && provider.checkError === checkError;
  const isCooling = provider.cooldownUntil !== null && provider.cooldownUntil.getTime() > Date.now();
  if (!isTest && isKnown && isCooling === (failure !== null)) return;
  try {
    await noteSearchProvider(db(), provider, { status, checkError, cooldownUntil, checkedAt: new Date() });
    invalidateSearchProviders();
  } catch (err) {
    log().warn({ err }, "state of a search provider not written");
  }
}

/** Whether a failure says something of the provider and not of this one question. */
const tells = ({ key }: ToolFailure) => concernsHealth(key) || key === "toolBusy";

function cooldownOf(failure: ToolFailure): number {
  const asked = failure instanceof ProviderFailure ? failure.retryAfterMs : null;
  return Math.min(Math.max(asked ?? 0, COOLDOWN_MS), COOLDOWN_MOST_MS);
}
